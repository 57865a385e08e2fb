import { hasEnded } from '@/components/blob/transfer.ts';
import type { TransferStore } from './transfer-store.ts';

const lockPrefix = 'taskdeck-upload ';

/** The browser's locks, which end with the tab that holds them. Missing where the page came over plain HTTP. */
type Locks = Pick<LockManager, 'request' | 'query'> | undefined;

/**
 * Holds a lock for each upload of a page that has begun and not ended, also while it is paused, so that other tabs of the
 * browser know that it goes on here. Returns the function that ends it.
 */
export function holdUploads(store: Pick<TransferStore, 'subscribe' | 'read'>, locks: Locks): () => void {
  const held = new Map<string, () => void>();
  const follow = () => {
    const open = new Set(store.read().flatMap((transfer) => (hasEnded(transfer) ? [] : (transfer.uploadId ?? []))));
    for (const [uploadId, release] of held) {
      if (open.has(uploadId)) continue;
      held.delete(uploadId);
      release();
    }
    for (const uploadId of open) {
      if (held.has(uploadId)) continue;
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(uploadId, resolve);
      void locks?.request(lockPrefix + uploadId, { mode: 'shared' }, () => promise);
    }
  };
  return store.subscribe(follow);
}

/** Reads the ids of uploads that go on in any tab of the browser, sorted. */
export async function readHeldUploads(locks: Locks): Promise<string[]> {
  const { held = [] } = (await locks?.query()) ?? {};
  const names = held.flatMap(({ name }) => (name?.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : []));
  return [...new Set(names)].sort();
}
