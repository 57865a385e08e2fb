import { deleteSecret as removeSecret } from '#engine';
import type { Verb } from '../verb.ts';

/** 204 whether or not there was one. */
export const deleteSecret: Verb<'DeleteSecret'> = async ({ database }, { params, note }) => {
  note.detail = (await removeSecret(database, params.name)) ? 'deleted' : 'there was none';
};
