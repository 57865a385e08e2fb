import { NoAnswerError } from '#blobs';
import type { Database } from '#database';
import type { BlobContext } from './context.ts';

/**
 * Discards an upload: nothing can commit it any more, and its bytes are removed. Waits for a commit in progress, and
 * does nothing when that succeeds. The sweep finds what a crash leaves.
 */
export async function discard(
  { database, blobs }: Pick<BlobContext, 'database' | 'blobs'>,
  key: string,
): Promise<void> {
  const row = await expire(database, key);
  if (row === undefined) return;
  await blobs.abandon(key, row.store_state === '' ? undefined : row.store_state);
  await blobs.remove(key);
  await database`delete from blob_upload where key = ${key} and result is null`;
}

/** From now on nothing can commit the upload, and the sweep removes its bytes. */
async function expire(database: Database, key: string): Promise<{ store_state: string } | undefined> {
  const [row] = await database<{ store_state: string }[]>`
    update blob_upload set expires_on = 'epoch' where key = ${key} and result is null returning store_state`;
  return row;
}

/**
 * Discards an upload after a failure and keeps that failure as the reported one. When it cannot be discarded now, or the
 * blob store does not answer, the sweep does it.
 */
export async function discardAfter(
  failure: unknown,
  context: Pick<BlobContext, 'database' | 'blobs'>,
  key: string,
): Promise<never> {
  try {
    if (failure instanceof NoAnswerError) await expire(context.database, key);
    else await discard(context, key);
  } catch {
    // Its row still exists and expires.
  }
  throw failure;
}
