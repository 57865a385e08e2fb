import { limits } from '#contract';
import {
  type Database,
  type Fragment,
  jsonArray,
  type KeptRecord,
  type PendingAudit,
  scalarArray,
  type Transaction,
  textArray,
} from '#database';
import type { EntryRow } from '../rows/entry-row.ts';
import type { UpsertOperation } from './mutation.ts';
import type { PreparedMutation, PreparedOperation } from './prepared.ts';

/** The answer of `write_state` for one operation. It has the entry's current row when the operation was done. */
export type WrittenRow = Omit<EntryRow, 'version' | 'value' | 'modified_by'> & {
  store_key: number;
  code: string | null;
  version: number | null;
  previous_version: number | null;
  current_change: number | null;
};

/** Stands for an entity tag in a foreign format: it matches no entry and no blob. */
const noChange = -1;
const noBlob = '00000000-0000-0000-0000-000000000000';

/**
 * Calls `write_state` for operations sorted by store and id, with each entry once. Returns a row for each in this
 * order, or `undefined` when the policy of a store has changed since `prepare`. Then nothing was written.
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
  const records = recordsOf(mutations, operations);
  const [begin, end] = records.length === 0 ? [sql``, sql``] : keepingRecords(sql, records);
  const rows = await sql<WrittenRow[]>`${begin} select * from write_state(
    mutation_store => ${scalarArray(taking.map(({ store }) => store?.key ?? 0))},
    mutation_policy => ${scalarArray(taking.map(({ store }) => store?.policyVersion ?? 0))},
    mutation_is_atomic => ${scalarArray(taking.map(({ mutation }) => mutation.isAtomic))},
    mutation_operation => ${textArray(taking.map(({ mutation }) => mutation.change))},
    mutation_writer => ${jsonArray(taking.map(({ mutation }) => JSON.stringify(mutation.writer)))},
    mutation_needs_condition => ${scalarArray(taking.map(({ store }) => store?.policy.isConditionRequired ?? false))},
    mutation_ttl => ${scalarArray(taking.map(({ store }) => store?.policy.defaultTtlInSeconds ?? null))},
    op_mutation => ${scalarArray(operations.map(({ mutation }) => placeOf.get(mutation) ?? 0))},
    op_id => ${textArray(operations.map(({ operation }) => operation.id))},
    op_is_delete => ${scalarArray(operations.map(({ operation }) => operation.kind === 'delete'))},
    op_refused => ${textArray(unlessEmpty(operations.map(({ refusal }) => refusal?.code ?? null)))},
    op_refused_if_new => ${textArray(unlessEmpty(operations.map(({ refusalIfNew }) => refusalIfNew?.code ?? null)))},
    op_expected => ${scalarArray(unlessEmpty(operations.map(({ operation }) => changeOf(operation.ifMatch))))},
    op_is_new => ${scalarArray(upsert((one) => one.isNew || undefined))},
    op_value => ${jsonArray(given)},
    op_value_bytes => ${scalarArray(operations.map(({ bytes }, at) => (given[at] === null ? null : bytes)))},
    op_keeps_value => ${scalarArray(upsert((one) => one.value === undefined || undefined))},
    op_content_type => ${textArray(upsert((one) => one.contentType))},
    op_tags => ${jsonArray(upsert((one) => one.tags && JSON.stringify(one.tags)))},
    op_sensitive => ${jsonArray(upsert((one) => one.sensitive && JSON.stringify(one.sensitive)))},
    op_has_blob => ${scalarArray(upsert((one) => one.hasBlob))},
    op_ttl => ${scalarArray(upsert((one) => one.ttlInSeconds))},
    op_expires_on => ${textArray(upsert((one) => one.expiresOn))},
    op_sets_blob => ${scalarArray(upsert((one) => one.blob !== undefined || undefined))},
    op_blob => ${textArray(upsert((one) => one.blob?.key))},
    op_blob_expected => ${textArray(upsert((one) => blobOf(one.blob?.ifMatch)))},
    op_replaces_blob => ${scalarArray(upsert((one) => one.blob?.mayReplace || undefined))},
    kept_versions => ${limits.versionsPerEntry}
  ) ${end}`;
  if (rows[0]?.code === 'PolicyMoved') return undefined;
  const rowOf = new Map(rows.map((row) => [keyOf(row.store_key, row.id), row]));
  for (const { record, storeKey, id } of records) if (isWritten(rowOf.get(keyOf(storeKey, id)))) record.kept();
  return operations.map(({ mutation, operation }) => {
    const row = rowOf.get(keyOf(mutations[mutation]?.store?.key ?? 0, operation.id));
    if (row === undefined) throw new Error('write_state answered fewer operations than it was given');
    return row;
  });
}

/** An audit record with an entry of its mutation, which is written when all of them are. */
type RecordOfEntry = { record: KeptRecord; pending: PendingAudit; storeKey: number; id: string };

function recordsOf(mutations: readonly PreparedMutation[], operations: readonly PreparedOperation[]): RecordOfEntry[] {
  return operations.flatMap(({ mutation, index, operation: { id } }) => {
    const { record, store } = mutations[mutation] ?? {};
    const pending = index === 0 ? record?.of() : undefined;
    return record && pending && store ? [{ record, pending, storeKey: store.key, id }] : [];
  });
}

function isWritten(row: WrittenRow | undefined): boolean {
  return row !== undefined && row.code === null;
}

/** What stands before and after a call of `write_state` to keep the records of what it writes, in the same statement. */
function keepingRecords(sql: Database | Transaction, records: readonly RecordOfEntry[]): [Fragment, Fragment] {
  const begin = sql`with written as materialized (`;
  const end = sql`
    ), kept_record as (
      insert into pending_audit (id, process_id, record)
      select r.id, r.process_id, r.record::json
      from unnest(
        ${records.map(({ pending }) => pending.id)}::uuid[], ${records.map(({ pending }) => pending.processId)}::uuid[],
        ${jsonArray(records.map(({ pending }) => pending.record))}::text[],
        ${records.map(({ storeKey }) => storeKey)}::bigint[], ${records.map(({ id }) => id)}::text[]
      ) as r (id, process_id, record, store_key, entry_id)
      where exists (
        select from written w where w.store_key = r.store_key and w.id = r.entry_id and w.code is null)
      on conflict (id) do nothing)
    select * from written`;
  return [begin, end];
}

/** Most writes omit most fields: an array with only nulls is replaced by null. */
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
