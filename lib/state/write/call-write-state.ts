import { limits } from '#contract';
import { type Database, jsonArray, scalarArray, type Transaction, textArray } from '#database';
import type { EntryRow } from '../rows/entry-row.ts';
import type { UpsertOperation } from './mutation.ts';
import type { PreparedMutation, PreparedOperation } from './prepared.ts';

/** An answer of the function `write_state` for one operation: the entry as it is now, where it was done. */
export type WrittenRow = Omit<EntryRow, 'version' | 'value' | 'modified_by'> & {
  store_key: number;
  code: string | null;
  version: number | null;
  previous_version: number | null;
  current_change: number | null;
};

/** An entity tag or blob that matches nothing, for one that is not of a shape this service gives out. */
const noChange = -1;
const noBlob = '00000000-0000-0000-0000-000000000000';

/**
 * Calls `write_state` for operations that are ordered by store and id, each entry once. Answers a row for each, in their
 * order; `undefined` where the policy of a store is not the one that was prepared for: then nothing has happened.
 */
export async function callWriteState(
  sql: Database | Transaction,
  mutations: readonly PreparedMutation[],
  operations: readonly PreparedOperation[],
): Promise<WrittenRow[] | undefined> {
  const used = [...new Set(operations.map(({ mutation }) => mutation))];
  const placeOf = new Map(used.map((mutation, place) => [mutation, place + 1]));
  const taking = used.flatMap((mutation) => mutations[mutation] ?? []);
  const upsert = <Field>(field: (operation: UpsertOperation) => Field | undefined) =>
    unlessEmpty(operations.map(({ operation }) => (operation.kind === 'upsert' ? (field(operation) ?? null) : null)));
  const given = operations.map(({ text, refusal }) => (refusal === undefined ? text : null));
  const rows = await sql<WrittenRow[]>`select * from write_state(
    ${scalarArray(taking.map(({ store }) => store?.key ?? 0))}, ${scalarArray(taking.map(({ store }) => store?.policyVersion ?? 0))},
    ${scalarArray(taking.map(({ mutation }) => mutation.isAtomic))}, ${textArray(taking.map(({ mutation }) => mutation.change))},
    ${jsonArray(taking.map(({ mutation }) => JSON.stringify(mutation.writer)))},
    ${scalarArray(taking.map(({ store }) => store?.policy.isConditionRequired ?? false))},
    ${scalarArray(taking.map(({ store }) => store?.policy.defaultTtlInSeconds ?? null))},
    ${scalarArray(operations.map(({ mutation }) => placeOf.get(mutation) ?? 0))},
    ${textArray(operations.map(({ operation }) => operation.id))},
    ${scalarArray(operations.map(({ operation }) => operation.kind === 'delete'))},
    ${textArray(unlessEmpty(operations.map(({ refusal }) => refusal?.code ?? null)))},
    ${textArray(unlessEmpty(operations.map(({ refusalIfNew }) => refusalIfNew?.code ?? null)))},
    ${scalarArray(unlessEmpty(operations.map(({ operation }) => changeOf(operation.ifMatch))))},
    ${scalarArray(upsert((one) => one.isNew || undefined))},
    ${jsonArray(given)},
    ${scalarArray(operations.map(({ bytes }, at) => (given[at] === null ? null : bytes)))},
    ${scalarArray(upsert((one) => one.value === undefined || undefined))},
    ${textArray(upsert((one) => one.contentType))},
    ${jsonArray(upsert((one) => one.tags && JSON.stringify(one.tags)))},
    ${jsonArray(upsert((one) => one.sensitive && JSON.stringify(one.sensitive)))},
    ${scalarArray(upsert((one) => one.hasBlob))}, ${scalarArray(upsert((one) => one.ttlInSeconds))},
    ${textArray(upsert((one) => one.expiresOn))},
    ${scalarArray(upsert((one) => one.blob !== undefined || undefined))},
    ${textArray(upsert((one) => one.blob?.key))}, ${textArray(upsert((one) => blobOf(one.blob?.ifMatch)))},
    ${scalarArray(upsert((one) => one.blob?.mayReplace || undefined))}, ${limits.versionsPerEntry}
  )`;
  if (rows[0]?.code === 'PolicyMoved') return undefined;
  const rowOf = new Map(rows.map((row) => [keyOf(row.store_key, row.id), row]));
  return operations.map(({ mutation, operation }) => {
    const row = rowOf.get(keyOf(mutations[mutation]?.store?.key ?? 0, operation.id));
    if (row === undefined) throw new Error('write_state answered fewer operations than it was given');
    return row;
  });
}

/** Most writes leave most fields out: an array is as good as none where all of it is null. */
function unlessEmpty<Field>(fields: (Field | null)[]): (Field | null)[] {
  return fields.some((field) => field !== null) ? fields : [];
}

function keyOf(storeKey: number, id: string): string {
  return `${storeKey} ${id}`;
}

function changeOf(etag: string | undefined): number | null {
  if (etag === undefined) return null;
  const digits = /^"(\d{1,15})"$/.exec(etag)?.[1];
  return digits === undefined ? noChange : Number(digits);
}

function blobOf(etag: string | undefined): string | undefined {
  if (etag === undefined) return undefined;
  return /^"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"$/.exec(etag)?.[1] ?? noBlob;
}
