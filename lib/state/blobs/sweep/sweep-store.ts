import type { BlobContext } from '../context.ts';
import { isLeftOver, type KnownItem, knownItems } from './unknown-items.ts';

/** More left-overs than known blobs, and more than this: the database is hardly the one that this store belongs to. */
const suspiciousLeftOvers = 100;

/**
 * Removes what the blob store holds and the database knows nothing of, once it is older than the grace. Refuses where
 * that would be most of it. Resolves with how many it removed.
 */
export async function sweepStore(
  { database, blobs }: Pick<BlobContext, 'database' | 'blobs'>,
  graceMs: number,
): Promise<number> {
  let known = 0;
  const leftOver: KnownItem[] = [];
  for await (const items of knownItems(database, blobs))
    for (const item of items) {
      if (isLeftOver(item, graceMs)) leftOver.push(item);
      else known += 1;
    }
  if (leftOver.length > known && leftOver.length > suspiciousLeftOvers)
    throw new Error(
      `the blob store ${blobs.description} holds ${leftOver.length} items that the database does not know, and ${known} ` +
        'that it does; nothing was removed, for it may belong to another database: see the check of blobs',
    );
  for (const item of leftOver) await blobs.removeItem(item);
  return leftOver.length;
}
