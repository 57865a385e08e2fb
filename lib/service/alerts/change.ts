import { createAlert as create, deleteAlert as remove, updateAlert as update } from '#engine';
import type { Verb } from '../verb.ts';

export const createAlert: Verb<'CreateAlert'> = async (service, { body, caller, note, answerHeaders }) => {
  const alert = await create(service.database, service.secretsKey, body, caller);
  note.target = alert.id;
  note.detail = `"${alert.name}": ${body.condition.kind}, to ${alert.channels.map(({ kind }) => kind).join(', ')}`;
  answerHeaders.location = `/v1/alerts/${alert.id}`;
  return alert;
};

export const updateAlert: Verb<'UpdateAlert'> = async (service, { params, body, caller, note }) => {
  note.detail = Object.keys(body).join(', ') || 'nothing';
  return update(service.database, service.secretsKey, params.id, body, caller);
};

/** 204 whether or not there was one. */
export const deleteAlert: Verb<'DeleteAlert'> = async ({ database }, { params, note }) => {
  note.detail = (await remove(database, params.id)) ? 'deleted' : 'there was none';
};
