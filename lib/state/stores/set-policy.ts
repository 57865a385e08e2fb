import { type StorePolicy, stringifyJson, TaskdeckError } from '#contract';
import { inTransaction } from '#database';
import { checkSchema } from '#schema';
import type { StateContext } from '../context.ts';
import type { StoreAddress } from '../records.ts';
import { getStore, type StoreRecord } from './store-record.ts';

/** Sets the policy of a store. It applies to all writes after its commit, in every process. */
export async function setPolicy(
  { database, stores }: StateContext,
  address: StoreAddress,
  policy: StorePolicy,
): Promise<StoreRecord> {
  await refuseUnusable(policy);
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

/** Refuses a schema that values cannot be checked against. */
async function refuseUnusable({ schema }: StorePolicy): Promise<void> {
  if (schema === undefined) return;
  const problems = await checkSchema(schema);
  const details = problems.map(({ pointer, message }) => ({ pointer: `/schema${pointer}`, message }));
  const [first] = details;
  if (first !== undefined) throw new TaskdeckError('InvalidRequest', `${first.pointer} ${first.message}`, { details });
}
