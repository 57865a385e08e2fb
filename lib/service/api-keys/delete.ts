import { inTransaction } from '#database';
import { reachesNoFurther } from '../access/bounds.ts';
import { ownerOf } from '../access/caller.ts';
import { knownScopes } from '../access/session.ts';
import { refuseActingOnMore } from '../operators/row.ts';
import type { Verb } from '../verb.ts';
import { boundsOfKey } from './row.ts';

/**
 * 204 whether or not there was one. It stops working within 2 seconds. A key with more scopes than the caller can be
 * deleted by its owner only.
 */
export const deleteApiKey: Verb<'DeleteApiKey'> = async ({ database }, { params, caller, note }) => {
  const [key] = await database<
    { name: string; scopes: string[]; bounds: string | null; ownerBounds: string | null; owner: string }[]
  >`
    select name, scopes, bounds,
      (select bounds from operator where operator.id = owner_id) as "ownerBounds", coalesce('operator:' || owner_id, 'account:' || service_account) as owner from api_key where id = ${params.id}`;
  note.detail = 'there was none';
  if (key === undefined || !reachesNoFurther(boundsOfKey(key), caller.bounds)) return;
  note.detail = `"${key.name}"`;
  if (key.owner !== ownerOf(caller)) refuseActingOnMore(knownScopes(key.scopes), caller.scopes);
  await inTransaction(database, (transaction) => transaction`delete from api_key where id = ${params.id}`);
};
