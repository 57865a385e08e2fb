import type { BlobContext } from '../context.ts';
import { discard } from '../discard.ts';

type Sweeping = Pick<BlobContext, 'database' | 'blobs'>;

const batchRows = 50;
/** Leaves time for a commit that began just before its upload expired. */
const marginInSeconds = 60;

/**
 * Removes expired uploads with their bytes, and the rows of complete ones. Any number of processes may do so. Resolves
 * with whether there may be more. An upload that cannot be removed, for example because it was begun in a store of
 * another kind, does not block the others: earlier failures come last, and the first failure is thrown at the end.
 */
export async function sweepUploads(context: Sweeping): Promise<boolean> {
  const { database } = context;
  await database`
    delete from blob_upload where result is not null and expires_on < now() - ${marginInSeconds} * interval '1 second'`;
  const rows = await database<{ key: string }[]>`
    select key from blob_upload
    where expires_on < now() - ${marginInSeconds} * interval '1 second' and result is null
    order by expires_on desc limit ${batchRows}`;
  const failures: unknown[] = [];
  for (const { key } of rows) await discard(context, key).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
  return rows.length === batchRows;
}
