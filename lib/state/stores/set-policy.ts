import { type Store, type StorePolicy, stringifyJson, TaskdeckError } from '#contract';
import { inTransaction } from '#database';
import type { StateContext } from '../context.ts';
import type { StoreAddress } from '../state.ts';
import { getStore } from './store-record.ts';
import { compileSchema } from './stores.ts';

/** See `State.setPolicy`. Holds for all that is written from its commit on, in every process. */
export async function setPolicy(
  { database, stores }: StateContext,
  address: StoreAddress,
  policy: StorePolicy,
): Promise<Store> {
  checkSchema(policy);
  const text = Object.keys(policy).length === 0 ? null : stringifyJson(policy);
  const sensitive = policy.sensitive?.length ? policy.sensitive : null;
  await inTransaction(
    database,
    (transaction) => transaction`
      insert into state_store as s (namespace, name, policy, sensitive, policy_version)
      values (${address.namespace}, ${address.storeName}, ${text}::text::json, ${sensitive}::text[], 1)
      on conflict (namespace, name) do update set policy = excluded.policy, sensitive = excluded.sensitive,
        policy_version = s.policy_version + 1`,
  );
  await stores.reload(database, address);
  return getStore(database, address);
}

/** Tries the schema on a value: a broken pattern or reference shows only then. */
function checkSchema(policy: StorePolicy): void {
  try {
    compileSchema(policy)?.validate({});
    compileSchema(policy)?.validate('');
  } catch (cause) {
    const message = `the schema cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new TaskdeckError('InvalidRequest', message, { details: [{ pointer: '/schema', message }], cause });
  }
}
