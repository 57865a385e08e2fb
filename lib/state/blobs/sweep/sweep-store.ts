import type { BlobContext } from '../context.ts';
import { isKnown, isLeftOver, type KnownItem, knownItems } from './unknown-items.ts';

/** The maximum number removed in one sweep. */
const mostRemoved = 10_000;

/**
 * Removes items of the blob store that are unknown to the database and older than the grace period. With more of them than
 * of those that the database knows, it may belong to another store, and nothing is removed. Resolves with the number of
 * removed items.
 */
export async function sweepStore(
  { database, blobs }: Pick<BlobContext, 'database' | 'blobs'>,
  graceMs: number,
  signal?: AbortSignal,
): Promise<number> {
  let known = 0;
  let unknown = 0;
  const removable: KnownItem[] = [];
  for await (const items of knownItems(database, blobs)) {
    signal?.throwIfAborted();
    const leftOver = items.filter((item) => isLeftOver(item, graceMs));
    known += items.filter(isKnown).length;
    unknown += leftOver.length;
    if (removable.length < mostRemoved) removable.push(...leftOver);
  }
  if (unknown > known)
    throw new Error(
      `the blob store ${blobs.description} holds ${unknown} items that the database does not know, and ${known} that it ` +
        'does; nothing was removed, for it may belong to another database: see the check of blobs',
    );
  for (const item of removable) {
    signal?.throwIfAborted();
    await blobs.removeItem(item);
  }
  return removable.length;
}
