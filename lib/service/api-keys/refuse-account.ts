import { TaskdeckError } from '#contract';
import type { Transaction } from '#database';
import type { Caller } from '../access/caller.ts';
import { knownScopes } from '../access/session.ts';
import { isReached, refuseGranting } from '../operators/row.ts';

/**
 * A further key of a service account is a way to what the account owns. Throws `InsufficientScope` and `OutsideBounds`
 * unless the caller has the scopes of all its keys and reaches as far as each of them.
 */
export async function refuseAccount(transaction: Transaction, name: string, caller: Caller): Promise<void> {
  const keys = await transaction<{ scopes: string[]; bounds: string | null }[]>`
    select scopes, bounds from api_key where service_account = ${name}`;
  refuseGranting(knownScopes(keys.flatMap(({ scopes }) => scopes)), caller.scopes);
  if (!keys.every((key) => isReached(key, caller)))
    throw new TaskdeckError('OutsideBounds', `the service account "${name}" has keys that reach further than you do`);
}
