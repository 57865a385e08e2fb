import type { Database } from '#database';

const batchRows = 2_000;

/** Removes versions that were superseded longer ago than this. Resolves with whether there may be more. */
export async function sweepVersions(database: Database, retentionInMs: number): Promise<boolean> {
  const removed = await database`
    delete from state_version where ctid = any(array(
      select ctid from state_version where superseded_on < now() - ${retentionInMs}::bigint * interval '1 ms'
      order by superseded_on limit ${batchRows} for update skip locked))`;
  return removed.count === batchRows;
}

/** Removes records of access older than this whose runs are kept longer. */
export async function sweepAccess(database: Database, retentionInMs: number): Promise<boolean> {
  const removed = await database`
    delete from state_access where ctid = any(array(
      select ctid from state_access where occurred_on < now() - ${retentionInMs}::bigint * interval '1 ms'
      limit ${batchRows} for update skip locked))`;
  return removed.count === batchRows;
}
