import { dereference, validate } from '@cfworker/json-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { maximumSchemaProblems, type Store, type StorePolicy, stringifyJson, TaskdeckError } from '#contract';
import { inTransaction } from '#database';
import type { StateContext } from '../context.ts';
import type { StoreAddress } from '../records.ts';
import { getStore } from './store-record.ts';
import { trustSchema } from './stores.ts';

/** Sets the policy of a store. It applies to all writes after its commit, in every process. */
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

/**
 * Refuses what is not a JSON Schema 2020-12. Patterns and references are evaluated only when a value reaches their
 * part, so each part is tried with each kind of value to find errors here.
 */
function checkSchema({ schema }: StorePolicy): void {
  if (schema === undefined) return;
  if (!metaSchema(schema)) {
    const details = (metaSchema.errors ?? []).map(({ instancePath, message = 'is not allowed' }) => ({
      pointer: `/schema${instancePath}`,
      message,
    }));
    const [first] = details;
    const message = `the schema is no JSON Schema 2020-12: ${first?.pointer ?? '/schema'} ${first?.message ?? ''}`;
    throw new TaskdeckError('InvalidRequest', message, { details: details.slice(0, maximumSchemaProblems) });
  }
  try {
    const parts = dereference(trustSchema(schema));
    for (const part of Object.values(parts)) for (const kind of kinds) validate(kind, part, '2020-12', parts, false);
  } catch (cause) {
    const message = `the schema cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new TaskdeckError('InvalidRequest', message, { details: [{ pointer: '/schema', message }], cause });
  }
}

const kinds = [null, true, 0, '', [0], {}];
const metaSchema = new Ajv2020().getSchema('https://json-schema.org/draft/2020-12/schema') ?? neverThere();

function neverThere(): never {
  throw new Error('the validator brings no meta-schema');
}
