import { type ParsedAlertInput, TaskdeckError } from '#contract';
import { createAlert as create, deleteAlert as remove, updateAlert as update } from '#engine';
import type { Service } from '../service.ts';
import type { Verb } from '../verb.ts';
import { requireConditionInside, requireFleetScope } from './rights.ts';

/** Throws `InvalidRequest` for an e-mail channel in a service that cannot send e-mail. */
function assertMailable({ config }: Pick<Service, 'config'>, channels: ParsedAlertInput['channels'] = []): void {
  if (config.smtp !== undefined || channels.every(({ kind }) => kind !== 'email')) return;
  throw new TaskdeckError('InvalidRequest', 'the service sends no e-mail: TASKDECK_SMTP_URL is not set');
}

export const createAlert: Verb<'CreateAlert'> = async (service, call) => {
  const { body, caller, note } = call;
  requireFleetScope(call, body.condition);
  await requireConditionInside(service.engine, call, body.condition);
  assertMailable(service, body.channels);
  const alert = await create(service.database, service.secretsKey, body, caller);
  note.target = alert.id;
  note.detail = `"${alert.name}": ${body.condition.kind}, to ${alert.channels.map(({ kind }) => kind).join(', ')}`;
  return alert;
};

export const updateAlert: Verb<'UpdateAlert'> = async (service, call) => {
  const { params, body, caller, note, ifMatch } = call;
  requireFleetScope(call, body.condition);
  await requireConditionInside(service.engine, call, body.condition);
  assertMailable(service, body.channels);
  note.detail = Object.keys(body).join(', ') || 'nothing';
  return update(service.database, service.secretsKey, params.id, body, caller, ifMatch, caller.bounds);
};

/** 204 whether or not there was one. */
export const deleteAlert: Verb<'DeleteAlert'> = async ({ database }, call) => {
  const { params, caller, note } = call;
  note.detail = (await remove(database, params.id, caller.bounds, call)) ? 'deleted' : 'there was none';
};
