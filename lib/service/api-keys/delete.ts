import { ownerOf } from '../access/caller.ts';
import { knownScopes } from '../access/session.ts';
import { refuseActingOnMore } from '../operators/row.ts';
import type { Verb } from '../verb.ts';

/**
 * 204 whether or not there was one. It stops working within 2 seconds. A key with more scopes than the caller can be
 * deleted by its owner only.
 */
export const deleteApiKey: Verb<'DeleteApiKey'> = async ({ database }, { params, caller, note }) => {
  const [key] = await database<{ name: string; scopes: string[]; owner: string }[]>`
    select name, scopes, coalesce('operator:' || owner_id, 'account:' || service_account) as owner from api_key where id = ${params.id}`;
  note.detail = key === undefined ? 'there was none' : `"${key.name}"`;
  if (key === undefined) return;
  if (key.owner !== ownerOf(caller)) refuseActingOnMore(knownScopes(key.scopes), caller.scopes);
  await database`delete from api_key where id = ${params.id}`;
};
