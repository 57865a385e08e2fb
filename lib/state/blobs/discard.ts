import type { BlobContext } from './context.ts';

/**
 * Gives an upload up: from here on nothing can commit it, and its bytes are removed. Waits for a commit under way, and
 * does nothing where it went through. What a crash leaves of it the sweep finds again.
 */
export async function discard(
  { database, blobs }: Pick<BlobContext, 'database' | 'blobs'>,
  key: string,
): Promise<void> {
  const [row] = await database<{ store_state: string }[]>`
    update blob_upload set expires_on = 'epoch' where key = ${key} and result is null returning store_state`;
  if (row === undefined) return;
  await blobs.abandon(key, row.store_state === '' ? undefined : row.store_state);
  await blobs.remove(key);
  await database`delete from blob_upload where key = ${key} and result is null`;
}

/** As `discard`, after a failure, which stays the one that is told. Where it cannot be done now the sweep does it. */
export async function discardAfter(
  failure: unknown,
  context: Pick<BlobContext, 'database' | 'blobs'>,
  key: string,
): Promise<never> {
  try {
    await discard(context, key);
  } catch {
    // Its row is still there and expires.
  }
  throw failure;
}
