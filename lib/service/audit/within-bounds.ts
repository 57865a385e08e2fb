import type { AuditRecord, Bounds } from '#contract';
import type { Database, Fragment, Transaction } from '#database';
import { insideBounds } from '#engine';
import type { Caller } from '../access/caller.ts';
import type { AuditRow } from './row.ts';

/**
 * The condition, which begins with `and`, for the audit records that a caller with bounds may see: of its own acts, and of
 * tasks inside since they were created. A record does not say whether a store is isolated, so those of stores are not.
 */
export function seenWithin(
  database: Database | Transaction,
  { kind, id, bounds }: Pick<Caller, 'kind' | 'id' | 'bounds'>,
): Fragment {
  if (bounds === undefined) return database``;
  return database`and (identity_kind = ${kind} and identity_id = ${id} or target_kind = 'task' and exists (
    select from task t where t.id = target_id and t.created_on <= occurred_on ${insideBounds(database, bounds)}))`;
}

/** Whether a record is of an act of the caller. */
export function isOwn(
  caller: Pick<Caller, 'kind' | 'id'>,
  row: Pick<AuditRow, 'identityKind' | 'identityId'>,
): boolean {
  return row.identityKind === caller.kind && row.identityId === caller.id;
}

/** A record as a caller with bounds sees it: why somebody else was refused can name what they reach, so only its code is told. */
export function seeRecord(record: AuditRecord, own: boolean, bounds: Bounds | undefined): AuditRecord {
  if (bounds === undefined || own || record.outcome === 'succeeded' || record.detail === undefined) return record;
  return { ...record, detail: record.detail.split(':', 1).join() };
}
