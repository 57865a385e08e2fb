import { limits } from '#contract';
import { scalarArray, type Transaction, textArray } from '#database';
import type { UpsertOperation } from './mutation.ts';
import type { PreparedMutation, PreparedOperation } from './prepare.ts';

/** An answer of the function `write_state` for one operation. */
export type WrittenRow = {
  code: string | null;
  version: number | null;
  change: number;
  previous_version: number | null;
  current_change: number | null;
  value_bytes: number;
  content_type: string | null;
  tags: string | null;
  sensitive: string[] | null;
  has_blob: boolean;
  blob: string | null;
  expires_on: string | null;
  created_on: string;
  created_by: string;
  modified_on: string;
};

/** An entity tag or blob that matches nothing, for one that is not of a shape this service gives out. */
const noChange = -1;
const noBlob = '00000000-0000-0000-0000-000000000000';

/**
 * Calls `write_state` for operations that are ordered by store and id, each entry once. `undefined` where the policy of
 * a store is not the one that was prepared for: then nothing has happened.
 */
export async function callWriteState(
  transaction: Transaction,
  mutations: readonly PreparedMutation[],
  operations: readonly PreparedOperation[],
): Promise<WrittenRow[] | undefined> {
  const used = [...new Set(operations.map(({ mutation }) => mutation))];
  const placeOf = new Map(used.map((mutation, place) => [mutation, place + 1]));
  const taking = used.flatMap((mutation) => mutations[mutation] ?? []);
  const upsert = <Field>(field: (operation: UpsertOperation) => Field | undefined) =>
    operations.map(({ operation }) => (operation.kind === 'upsert' ? (field(operation) ?? null) : null));
  const rows = await transaction<WrittenRow[]>`select * from write_state(
    ${scalarArray(taking.map(({ store }) => store?.key ?? 0))}, ${scalarArray(taking.map(({ store }) => store?.policyVersion ?? 0))},
    ${scalarArray(taking.map(({ mutation }) => mutation.isAtomic))}, ${textArray(taking.map(({ mutation }) => mutation.change))},
    ${textArray(taking.map(({ mutation }) => JSON.stringify(mutation.writer)))},
    ${scalarArray(taking.map(({ store }) => store?.policy.isConditionRequired ?? false))},
    ${scalarArray(taking.map(({ store }) => store?.policy.defaultTtlInSeconds ?? null))},
    ${scalarArray(operations.map(({ mutation }) => placeOf.get(mutation) ?? 0))},
    ${textArray(operations.map(({ operation }) => operation.id))},
    ${scalarArray(operations.map(({ operation }) => operation.kind === 'delete'))},
    ${textArray(operations.map(({ refusal }) => refusal?.code ?? null))},
    ${textArray(operations.map(({ refusalIfNew }) => refusalIfNew?.code ?? null))},
    ${scalarArray(operations.map(({ operation }) => changeOf(operation.ifMatch)))},
    ${scalarArray(upsert((one) => one.isNew).map((isNew) => isNew ?? false))},
    ${textArray(operations.map(({ text, refusal }) => (refusal === undefined ? text : null)))},
    ${scalarArray(operations.map(({ text, bytes, refusal }) => (refusal === undefined && text !== null ? bytes : null)))},
    ${scalarArray(upsert((one) => one.value === undefined).map((keeps) => keeps ?? false))},
    ${textArray(upsert((one) => one.contentType))},
    ${textArray(upsert((one) => one.tags && JSON.stringify(one.tags)))},
    ${textArray(upsert((one) => one.sensitive && JSON.stringify(one.sensitive)))},
    ${scalarArray(upsert((one) => one.hasBlob))}, ${scalarArray(upsert((one) => one.ttlInSeconds))},
    ${textArray(upsert((one) => one.expiresOn))},
    ${scalarArray(upsert((one) => one.blob !== undefined).map((sets) => sets ?? false))},
    ${textArray(upsert((one) => one.blob?.key))}, ${textArray(upsert((one) => blobOf(one.blob?.ifMatch)))},
    ${scalarArray(upsert((one) => one.blob?.mayReplace).map((may) => may ?? false))}, ${limits.versionsPerEntry}
  )`;
  return rows[0]?.code === 'PolicyMoved' ? undefined : rows;
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
