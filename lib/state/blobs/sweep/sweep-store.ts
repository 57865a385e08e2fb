import type { BlobContext } from '../context.ts';
import { isLeftOver, type KnownItem, knownItems } from './unknown-items.ts';

/** More left-overs than known blobs, and more than this: the database is hardly the one that this store belongs to. */
const suspiciousLeftOvers = 100;
/** Removed in one go; the rest another day. */
const mostRemoved = 10_000;

/**
 * Removes what the blob store holds and the database knows nothing of, once it is older than the grace. Refuses where
 * that would be most of it. Resolves with how many it removed.
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
    known += items.length - leftOver.length;
    unknown += leftOver.length;
    if (removable.length < mostRemoved) removable.push(...leftOver);
  }
  if (unknown > known && unknown > suspiciousLeftOvers)
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
