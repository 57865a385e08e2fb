import type { Verb } from '../verb.ts';

/** 204 whether or not there was one. It stops working within 2 seconds. */
export const deleteApiKey: Verb<'DeleteApiKey'> = async ({ database }, { params, note }) => {
  const [removed] = await database<{ name: string }[]>`delete from api_key where id = ${params.id} returning name`;
  note.detail = removed === undefined ? 'there was none' : `"${removed.name}"`;
};
