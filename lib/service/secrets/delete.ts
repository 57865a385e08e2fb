import { deleteSecret as removeSecret } from '#engine';
import type { Verb } from '../verb.ts';

/** 204 whether or not there was one, unless `If-Match` asks for it. */
export const deleteSecret: Verb<'DeleteSecret'> = async ({ database }, call) => {
  const { params, note } = call;
  note.detail = (await removeSecret(database, params.name, call)) ? 'deleted' : 'there was none';
};
