import {
  type JsonValue,
  limits,
  mapInTurns,
  markersAt,
  misplacedMarker,
  parseStoredInTurns,
  redact,
  restoreRedacted,
  restoresAt,
  stringifyInTurns,
} from '#contract';
import { type Database, scalarArray, type Transaction, textArray } from '#database';
import type { KnownStore } from '../stores/stores.ts';
import type { UpsertOperation } from './mutation.ts';
import { tooLarge } from './prepare.ts';
import type { PreparedMutation, PreparedOperation, Refusal } from './prepared.ts';
import { type CandidateValue, schemaRefusals } from './schema-refusals.ts';

const tooMuchStored: Refusal = {
  code: 'PayloadTooLarge',
  message: `the stored values that markers of this request stand for have more bytes than the limit (transactionBytes) of ${limits.transactionBytes}`,
};

/** `value` is missing where a mutation would read too many bytes. */
type StoredRow = {
  mutation: number;
  store_key: number;
  id: string;
  version: number;
  value: string | null;
  sensitive: string[] | null;
};
type Stored = { version: number; value: JsonValue; sensitive: readonly string[] };

/** Thrown when an entry, or the policy of its store, has changed since a value with markers was checked. */
export class StateChangedError extends Error {}

/**
 * Checks the values of a mutation with their markers in place, which stand for the entries as they are now, without
 * locks: a slow check holds up nobody else. Those on an entry that the mutation changes several times are left to `resolveMarkers`.
 */
export async function checkMarked(database: Database, prepared: PreparedMutation): Promise<PreparedMutation> {
  const { operations, store } = prepared;
  const ids = Map.groupBy(operations, ({ operation }) => operation.id);
  const once = operations.filter((one) => one.hasMarkers && ids.get(one.operation.id)?.length === 1);
  if (once.length === 0 || store?.schema === undefined) return prepared;
  const { resolved, versions } = await resolve(database, [prepared], once, false);
  const checked = new Map(
    resolved.map(({ index, refusal }, at) => [
      index,
      { version: versions[at], policyVersion: store.policyVersion, refusal },
    ]),
  );
  return { ...prepared, operations: operations.map((one) => ({ ...one, checked: checked.get(one.index) })) };
}

/**
 * Replaces redaction markers at sensitive pointers by the stored values, with the entries locked. Returns the
 * operations in order. Those without markers are the same objects. Throws `StateChangedError`.
 */
export async function resolveMarkers(
  sql: Database | Transaction,
  mutations: readonly PreparedMutation[],
  operations: readonly PreparedOperation[],
): Promise<PreparedOperation[]> {
  return (await resolve(sql, mutations, operations, true)).resolved;
}

/** `versions`: those of the entries that the markers were resolved with, at the places of the operations. */
async function resolve(
  sql: Database | Transaction,
  mutations: readonly PreparedMutation[],
  operations: readonly PreparedOperation[],
  isLocked: boolean,
): Promise<{ resolved: PreparedOperation[]; versions: readonly (number | undefined)[] }> {
  const storeOf = (one: PreparedOperation) => mutations[one.mutation]?.store;
  const marked = operations.filter((one) => one.hasMarkers && one.refusal === undefined && storeOf(one) !== undefined);
  if (marked.length === 0) return { resolved: [...operations], versions: [] };
  const rows = await sql<StoredRow[]>`
    with locked as (
    select n.mutation, e.store_key, e.id, e.version, e.value, e.value_bytes, e.sensitive
    from unnest(${scalarArray(marked.map((one) => one.mutation))}::integer[],
      ${scalarArray(marked.map((one) => storeOf(one)?.key ?? 0))}::bigint[],
      ${textArray(marked.map((one) => one.operation.id))}::text[]) as n (mutation, store_key, id)
    join state_entry e using (store_key, id)
    where e.expires_on is null or e.expires_on > clock_timestamp()
    order by e.store_key, e.id ${isLocked ? sql`for update of e` : sql``}
    )
    select mutation, store_key, id, version, sensitive,
      case when sum(value_bytes) over (partition by mutation order by store_key, id) <= ${limits.transactionBytes}
        then value end as value
    from locked`;
  const stored = new Map(
    await mapInTurns(
      rows,
      async ({ mutation, store_key, id, version, value, sensitive }): Promise<[string, Stored | undefined]> => [
        `${mutation} ${store_key} ${id}`,
        value === null ? undefined : { version, value: await parseStoredInTurns(value), sensitive: sensitive ?? [] },
      ],
    ),
  );
  const values: (CandidateValue | undefined)[] = [];
  const versions: (number | undefined)[] = [];
  const resolved = await mapInTurns(operations, async (one, at): Promise<PreparedOperation> => {
    const store = storeOf(one);
    if (!marked.includes(one) || store === undefined || one.operation.kind !== 'upsert') return one;
    const key = `${one.mutation} ${store.key} ${one.operation.id}`;
    const known = stored.get(key);
    if (known === undefined && stored.has(key)) return { ...one, refusal: tooMuchStored };
    const operation =
      known === undefined ? one.operation : await withStored(one.operation, known, store.policy.sensitive ?? []);
    const value = operation.value ?? null;
    const text = await stringifyInTurns(value);
    const bytes = Buffer.byteLength(text);
    const sensitive = [...(operation.sensitive ?? []), ...(known?.sensitive ?? [])];
    const isGiven = mutations[one.mutation]?.mutation.change === 'save';
    const refusal =
      (isGiven ? await refuseMisplaced(one.operation, known, store.policy.sensitive ?? []) : undefined) ??
      tooLarge(bytes);
    versions[at] = known?.version;
    const { checked } = one;
    if (checked !== undefined && (checked.version !== known?.version || checked.policyVersion !== store.policyVersion))
      throw new StateChangedError('the entry was changed during the check of its new value');
    if (refusal === undefined && checked === undefined)
      values[at] =
        known === undefined ? { store, value, text, sensitive } : await asGiven(one.operation, store, sensitive);
    return {
      ...one,
      ...{ operation, text, bytes },
      refusal: refusal ?? checked?.refusal,
      isJudgedAsNew: known === undefined,
    };
  });
  const ofSchema = await schemaRefusals(
    Array.from(resolved, (_, at) => values[at]),
    mutations.length === 1 ? mutations[0]?.mutation.writer : undefined,
  );
  return {
    resolved: resolved.map((one, at) => (ofSchema[at] === undefined ? one : { ...one, refusal: ofSchema[at] })),
    versions,
  };
}

/** What is checked of a value whose markers stand for stored values, which the answer must not tell. */
async function asGiven(
  { value = null }: UpsertOperation,
  store: KnownStore,
  sensitive: readonly string[],
): Promise<CandidateValue> {
  const unknown = markersAt(value, [...sensitive, ...(store.policy.sensitive ?? [])]);
  return { store, value, text: await stringifyInTurns(value), sensitive, unknown };
}

/** Refuses a marker at a place where a reader of the entry sees none: it would be stored as the value. */
async function refuseMisplaced(
  { value = null, sensitive = [] }: UpsertOperation,
  stored: Stored | undefined,
  ofPolicy: readonly string[],
): Promise<Refusal | undefined> {
  const pointers = [...(stored?.sensitive ?? []), ...sensitive, ...ofPolicy];
  const seen = stored === undefined ? null : await redact(stored.value, pointers);
  const misplaced = await misplacedMarker(value, seen);
  if (misplaced === undefined) return undefined;
  const pointer = `/value${misplaced}`;
  const message = 'a redaction marker stands where no value was redacted; give the value';
  return { code: 'InvalidRequest', message: `${pointer}: ${message}`, details: [{ pointer, message }] };
}

/** A writer who returns a marker cannot see the value, so its pointer stays sensitive. */
async function withStored(
  operation: UpsertOperation,
  stored: Stored,
  ofPolicy: readonly string[],
): Promise<UpsertOperation> {
  const { value, sensitive } = operation;
  if (value === undefined) return operation;
  const pointers = [...new Set([...stored.sensitive, ...(sensitive ?? []), ...ofPolicy])];
  const restored = await restoreRedacted(value, stored.value, pointers);
  if (sensitive === undefined) return { ...operation, value: restored };
  const kept = stored.sensitive.filter(
    (pointer) => !sensitive.includes(pointer) && restoresAt(value, stored.value, pointer),
  );
  return { ...operation, value: restored, sensitive: [...sensitive, ...kept] };
}
