import type { Database } from '#database';

const batchRows = 2_000;

/**
 * Removes versions that were superseded longer ago than this, and those before them, which a clock that was set back since can
 * have superseded later: the pointers of a version cover the versions before it. Resolves with whether there may be more.
 */
export async function sweepVersions(database: Database, retentionInMs: number): Promise<boolean> {
  const removed = await database`
    with old as materialized (
      select store_key, id, version from state_version
      where superseded_on < now() - ${retentionInMs}::bigint * interval '1 ms'
      order by superseded_on limit ${batchRows} for update skip locked
    )
    delete from state_version where ctid = any(array(
      select before.ctid from (select store_key, id, max(version) as version from old group by store_key, id) newest
      cross join lateral (
        select ctid from state_version v
        where v.store_key = newest.store_key and v.id = newest.id and v.version <= newest.version offset 0
      ) before))`;
  return removed.count >= batchRows;
}

/** One MiB of the table. */
const batchBlocks = 128;

/**
 * Removes records of access older than this whose runs are kept longer, from the blocks of the table that follow `block`.
 * Resolves with the block that it came to, or `undefined` at the end. There is no index of times, which each access would have to
 * write, and the table's summary of them still names what was emptied until a vacuum: a search by it would read all of that
 * for each batch.
 */
export async function sweepAccess(
  database: Database,
  retentionInMs: number,
  block: number,
): Promise<number | undefined> {
  const next = block + batchBlocks;
  await database`
    delete from state_access
    where ctid >= ${`(${block},0)`}::tid and ctid < ${`(${next},0)`}::tid
      and occurred_on < now() - ${retentionInMs}::bigint * interval '1 ms'`;
  const [table] = await database<{ blocks: number }[]>`
    select pg_relation_size('state_access') / current_setting('block_size')::integer as blocks`;
  return next < (table?.blocks ?? 0) ? next : undefined;
}
