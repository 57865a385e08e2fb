import { TaskdeckError } from '#contract';
import { inTransaction, type Transaction } from '#database';
import { generateApiKey } from '../access/api-key-token.ts';
import { reachesNoFurther } from '../access/bounds.ts';
import { type Caller, ownerOf } from '../access/caller.ts';
import { lockManagers } from '../access/lock-managers.ts';
import { hashToken, knownScopes } from '../access/session.ts';
import { refuseGranting } from '../operators/row.ts';
import type { Verb } from '../verb.ts';
import { refuseAccount } from './refuse-account.ts';
import { type ApiKeyRow, apiKeyColumns, boundsOfKey, toApiKey } from './row.ts';

/**
 * Makes the successor of a key: same name, owner and scopes, and as long a life. The old key ends after the overlap, or
 * at its own time when that is earlier. Nobody gets a key of another operator, or of an account that may do more. A key is
 * replaced once: otherwise two who rotate it at the same time each hand out a key, and a later successor would live only
 * as long as the old key with its overlap.
 */
export const rotateApiKey: Verb<'RotateApiKey'> = async (service, { params, body, note, ...call }) => {
  const key = generateApiKey();
  return inTransaction(service.database, async (transaction) => {
    const caller = await lockManagers(transaction, service, 'RotateApiKey', call.caller);
    const [old] = await transaction<Old[]>`
      select name, scopes, bounds, service_account as account, successor_id as "successorId",
        exists (select from api_key made where made.id = api_key.successor_id) as "hasSuccessor",
        (select bounds from operator where operator.id = owner_id) as "ownerBounds",
        coalesce('operator:' || owner_id, 'account:' || service_account) as owner
      from api_key where id = ${params.id} and (expires_on is null or expires_on > now()) for update`;
    if (old === undefined || !reachesNoFurther(boundsOfKey(old), caller.bounds))
      throw new TaskdeckError('ApiKeyNotFound', `there is no API key "${params.id}"`);
    refuseGranting(knownScopes(old.scopes), caller.scopes);
    if (old.owner !== ownerOf(caller)) await refuseForeign(transaction, old, caller);
    refuseReplaced(old);
    note.detail = `"${old.name}", which ends ${body.overlapInHours === 0 ? 'now' : `after ${body.overlapInHours} h`}`;
    const [made] = await transaction<ApiKeyRow[]>`
      insert into api_key (name, key_hash, scopes, bounds, created_by, expires_on, owner_id, service_account)
      select name, ${hashToken(key)}, scopes, bounds, ${caller.name},
        least(now() + (expires_on - created_on), ${callerEnd(caller)}::timestamptz), owner_id, service_account
      from api_key where id = ${params.id}
      returning ${apiKeyColumns(transaction)}`;
    if (made === undefined) throw new Error('insert into api_key returned no row');
    await transaction`
      update api_key set expires_on = least(expires_on, now() + make_interval(hours => ${body.overlapInHours})),
        successor_id = ${made.id}
      where id = ${params.id}`;
    return { ...toApiKey(made), key };
  });
};

type Old = {
  name: string;
  scopes: string[];
  bounds: string | null;
  ownerBounds: string | null;
  account: string | null;
  owner: string;
  /** The key that replaced it, which can be deleted meanwhile. */
  successorId: string | null;
  hasSuccessor: boolean;
};

function refuseReplaced({ name, successorId, hasSuccessor }: Old): void {
  if (successorId === null) return;
  throw new TaskdeckError(
    'InvalidTransition',
    hasSuccessor
      ? `"${name}" was replaced by the key "${successorId}" already; rotate that key`
      : `"${name}" was replaced already, and the key that replaced it was deleted; create a key`,
  );
}

async function refuseForeign(transaction: Transaction, { account }: Old, caller: Caller): Promise<void> {
  if (account === null)
    throw new TaskdeckError('InsufficientScope', 'a key of an operator can be rotated by that operator only');
  await refuseAccount(transaction, account, caller);
}

/** No key lasts longer than the key that made it. */
function callerEnd({ kind, expiresAt }: Caller): string | null {
  return kind === 'apiKey' && expiresAt !== undefined ? new Date(expiresAt).toISOString() : null;
}
