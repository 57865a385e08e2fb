import { expect, test } from 'vitest';
import type { Transfer } from '@/components/blob/transfer.ts';
import { holdUploads, readHeldUploads } from './uploads-elsewhere.ts';

/** A page with one upload, which tells of each of its states. */
function pageWithUpload() {
  const transfer: Transfer = {
    ...{ key: 'key', batch: 'batch', storeName: 'orders', id: 'a', fileName: 'a.bin', size: 9 },
    ...{ state: 'reading', readBytes: 0, sentBytes: 0 },
  };
  let transfers: readonly Transfer[] = [transfer];
  let tell = () => {};
  const end = holdUploads(
    {
      subscribe(listener) {
        tell = listener;
        return () => {};
      },
      read: () => transfers,
    },
    navigator.locks,
  );
  return {
    end,
    become(change: Partial<Transfer>) {
      transfers = [{ ...transfer, ...change }];
      tell();
    },
  };
}

test('other tabs see an upload from its begin to its end, also while it is paused', async () => {
  const uploadId = crypto.randomUUID();
  const page = pageWithUpload();
  const held = () => readHeldUploads(navigator.locks);
  page.become({ state: 'reading' });
  expect(await held()).toEqual([]);
  for (const state of ['sending', 'paused', 'sending'] as const) {
    page.become({ state, uploadId });
    await expect.poll(held).toEqual([uploadId]);
  }
  page.become({ state: 'failed', uploadId });
  await expect.poll(held).toEqual([]);
});

test('a browser that has no locks holds none', async () => {
  expect(await readHeldUploads(undefined)).toEqual([]);
});
