import type { Database, Transaction } from '#database';
import type { BlobContext } from '../context.ts';

/** The maximum number of blobs checked in one statement, and removed in one transaction. */
const batchMarked = 500;
const batchRemoved = 50;

/** A position in all blobs, by their age. */
export type BlobWalk = { createdOn: string; key: string };

export const beforeAllBlobs: BlobWalk = { createdOn: '-infinity', key: '00000000-0000-0000-0000-000000000000' };

const isPointedAt = (sql: Database | Transaction) => sql`
  (exists (select from state_entry e where e.blob_key = b.key) or exists (select from state_version v where v.blob_key = b.key))`;

/**
 * Marks the next blobs that no entry and no version refers to. When the transactions of that moment have ended, nothing
 * can refer to them again. Resolves with the blob that it came to, or `undefined` after the last.
 */
export async function markOrphans(database: Database, walk: BlobWalk): Promise<BlobWalk | undefined> {
  const rows = await database<{ key: string; created_on: string; is_orphan: boolean }[]>`
    select b.key, b.created_on, not ${isPointedAt(database)} and b.orphaned_on is null as is_orphan
    from blob b where (b.created_on, b.key) > (${walk.createdOn}, ${walk.key})
    order by b.created_on, b.key limit ${batchMarked}`;
  const orphans = rows.filter((row) => row.is_orphan).map(({ key }) => key);
  if (orphans.length > 0)
    await database`
      update blob b set orphaned_on = clock_timestamp() where key = any(${orphans}::uuid[]) and not ${isPointedAt(database)}`;
  const last = rows.at(-1);
  return rows.length === batchMarked && last !== undefined ? { createdOn: last.created_on, key: last.key } : undefined;
}

/**
 * Removes blobs that have had no reference for the grace period: first their bytes, then their rows. A crash in between
 * leaves a row, which is found again, never unknown bytes. Resolves with whether there may be more.
 */
export async function removeOrphans(
  { database, blobs }: Pick<BlobContext, 'database' | 'blobs'>,
  graceMs: number,
): Promise<boolean> {
  return database.begin(async (transaction) => {
    const rows = await transaction<{ key: string; is_pointed_at: boolean }[]>`
      select b.key, ${isPointedAt(transaction)} as is_pointed_at from blob b
      where b.orphaned_on < now() - ${graceMs} * interval '1 millisecond'
      order by b.orphaned_on limit ${batchRemoved} for update skip locked`;
    const gone = rows.filter((row) => !row.is_pointed_at).map(({ key }) => key);
    const back = rows.filter((row) => row.is_pointed_at).map(({ key }) => key);
    for (const key of gone) await blobs.remove(key);
    await transaction`delete from blob where key = any(${gone}::uuid[])`;
    await transaction`update blob set orphaned_on = null where key = any(${back}::uuid[])`;
    return rows.length === batchRemoved;
  });
}
