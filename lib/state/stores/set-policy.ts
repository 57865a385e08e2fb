import {
  assertSensitivePointersKept,
  limits,
  type StorePolicy,
  stringifyInTurns,
  stringifyJson,
  TaskdeckError,
} from '#contract';
import { inTransaction, requireMatch } from '#database';
import { checkSchema } from '#schema';
import type { StateContext } from '../context.ts';
import { setIndexes } from '../indexes/set-indexes.ts';
import type { StoreAddress } from '../records.ts';
import { getStore, type StoreRecord } from './store-record.ts';

/** What is asked of the policy so far: by `If-Match`, by `If-None-Match`, and that none of its sensitive pointers ends. */
type PolicyCondition = {
  ifMatch?: string | undefined;
  mustExist?: boolean;
  mustNotExist?: boolean;
  keepsMarks?: boolean;
};

/**
 * Sets the policy of a store. It applies to all writes after its commit, in every process. `isNew` tells whether the store
 * had no policy before. Throws `PreconditionFailed`, and with `keepsMarks` also `InsufficientScope`.
 */
export async function setPolicy(
  { database, stores }: StateContext,
  address: StoreAddress,
  policy: StorePolicy,
  { ifMatch, mustExist, mustNotExist, keepsMarks }: PolicyCondition = {},
): Promise<{ store: StoreRecord; isNew: boolean }> {
  await requireUsablePolicy(policy);
  const text = Object.keys(policy).length === 0 ? null : stringifyJson(policy);
  const sensitive = policy.sensitive?.length ? policy.sensitive : null;
  const isNew = await inTransaction(database, async (transaction) => {
    const [before] = await transaction<
      { key: number; version: number; hasPolicy: boolean; sensitive: string[] | null }[]
    >`
      insert into state_store as s (namespace, name) values (${address.namespace}, ${address.storeName})
      on conflict (namespace, name) do update set name = excluded.name
      returning key, policy_version as version, policy is not null as "hasPolicy", sensitive`;
    if (before === undefined) throw new Error('an upsert returns a row');
    const { key, version, hasPolicy } = before;
    const named = `the policy of store "${address.storeName}"`;
    requireMatch(ifMatch, version, `${named} was changed meanwhile`);
    if (mustExist && !hasPolicy) throw new TaskdeckError('PreconditionFailed', `${named} is not set yet`);
    if (mustNotExist && hasPolicy) throw new TaskdeckError('PreconditionFailed', `${named} is set already`);
    if (keepsMarks) assertSensitivePointersKept(before.sensitive ?? [], sensitive ?? []);
    await transaction`
      update state_store set policy = ${text}::text::json, sensitive = ${sensitive}::text[],
        policy_version = policy_version + 1
      where key = ${key}`;
    await setIndexes(transaction, key, policy.indexedPaths ?? []);
    return !hasPolicy && text !== null;
  });
  await stores.reload(database, address);
  return { store: await getStore(database, address), isNew };
}

/**
 * Throws for a policy whose schema is too large or whose schema values cannot be checked against. `root` is the pointer of
 * the policy in the request.
 */
export async function requireUsablePolicy({ schema }: StorePolicy, root = ''): Promise<void> {
  if (schema === undefined) return;
  const bytes = Buffer.byteLength(await stringifyInTurns(schema));
  if (bytes > limits.schemaBytes) {
    const message = `the schema has ${bytes} bytes, the limit (schemaBytes) is ${limits.schemaBytes}`;
    throw new TaskdeckError('PayloadTooLarge', message, { details: [{ pointer: `${root}/schema`, message }] });
  }
  const problems = await checkSchema(schema);
  const details = problems.map(({ pointer, message }) => ({ pointer: `${root}/schema${pointer}`, message }));
  const [first] = details;
  if (first !== undefined) throw new TaskdeckError('InvalidRequest', `${first.pointer} ${first.message}`, { details });
}
