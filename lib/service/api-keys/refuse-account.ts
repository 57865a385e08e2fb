import { fullScope, TaskdeckError } from '#contract';
import type { Transaction } from '#database';
import { accountNamed, type Caller, ownerOf } from '../access/caller.ts';
import { ownsAnything } from '../access/owners.ts';
import { knownScopes } from '../access/session.ts';
import { isReached, refuseGranting } from '../operators/row.ts';

/**
 * A further key of a service account is a way to what the account owns. Throws `InsufficientScope` and `OutsideBounds`
 * unless the caller has the scopes of all its keys and reaches as far as each of them. Of an account whose keys are all
 * gone, nobody knows what they could do: what it has left behind is for who may enter the namespace of another owner.
 */
export async function refuseAccount(transaction: Transaction, name: string, caller: Caller): Promise<void> {
  const keys = await transaction<{ scopes: string[]; bounds: string | null }[]>`
    select scopes, bounds from api_key where service_account = ${name}`;
  refuseGranting(knownScopes(keys.flatMap(({ scopes }) => scopes)), caller.scopes);
  if (!keys.every((key) => isReached(key, caller)))
    throw new TaskdeckError('OutsideBounds', `the service account "${name}" has keys that reach further than you do`);
  const mayEnter = caller.scopes.has('namespaces/manage') && caller.bounds === undefined;
  if (keys.length > 0 || mayEnter || !(await ownsAnything(transaction, ownerOf({ owner: accountNamed(name) })))) return;
  throw new TaskdeckError(
    'InsufficientScope',
    `the service account "${name}" had keys before, and has left something behind: a new key of it needs ${fullScope('namespaces/manage')} and no bounds`,
  );
}
