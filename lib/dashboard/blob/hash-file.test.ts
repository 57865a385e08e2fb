import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { hashBlob } from './hash-blob.ts';
import { readFile } from './hash-file.ts';
import type { HashMessage, HashOrder } from './hash-worker.ts';
import { smallFileBytes } from './small-file.ts';

const MiB = 1024 * 1024;

it('hashes a file slice by slice and tells how far it is', async () => {
  const bytes = randomBytes(17 * MiB + 3);
  const read: number[] = [];
  const hash = await hashBlob(new Blob([bytes]), (count) => read.push(count));
  expect(hash).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(read).toEqual([8 * MiB, 16 * MiB, 17 * MiB + 3]);
});

it('hashes an empty file', async () => {
  expect(await hashBlob(new Blob([]), () => {})).toBe(createHash('sha256').digest('hex'));
});

it('reads no further while it is paused', async () => {
  const pause = Promise.withResolvers<void>();
  const read: number[] = [];
  let slices = 0;
  const hash = hashBlob(
    new Blob([randomBytes(17 * MiB)]),
    (count) => read.push(count),
    () => (++slices === 2 ? pause.promise : Promise.resolve()),
  );
  await vi.waitFor(() => expect(slices).toBe(2));
  expect(read).toEqual([8 * MiB]);
  pause.resolve();
  await hash;
  expect(read).toEqual([8 * MiB, 16 * MiB, 17 * MiB]);
});

class FakeWorker extends EventTarget {
  orders: HashOrder[] = [];
  isTerminated = false;
  postMessage = (order: HashOrder) => void this.orders.push(order);
  terminate = () => {
    this.isTerminated = true;
  };
  say = (data: HashMessage) => this.dispatchEvent(new MessageEvent('message', { data }));
}

it('hashes a small file without a worker, which would take longer to start', async () => {
  const read: number[] = [];
  const start = vi.fn(() => new FakeWorker());
  const reading = readFile(new File(['small'], 'x'), (bytes) => read.push(bytes), start);
  expect(await reading.hash).toBe(createHash('sha256').update('small').digest('hex'));
  expect([read, start.mock.calls.length]).toEqual([[5], 0]);
});

describe('a large file, which is hashed in a worker', () => {
  function begin() {
    const worker = new FakeWorker();
    const read: number[] = [];
    const reading = readFile(
      new File([new Uint8Array(smallFileBytes + 1)], 'x'),
      (bytes) => read.push(bytes),
      () => worker,
    );
    return { worker, read, reading, hash: reading.hash };
  }

  it('gives its hash and ends the worker', async () => {
    const { worker, read, hash } = begin();
    worker.say({ readBytes: 1 });
    worker.say({ contentHash: 'aa' });
    expect(await hash).toBe('aa');
    expect([read, worker.orders.length, worker.isTerminated]).toEqual([[1], 1, true]);
  });

  it('rejects and ends the worker when the file cannot be read', async () => {
    const { worker, hash } = begin();
    worker.say({ failure: 'it is gone' });
    await expect(hash).rejects.toThrow('it is gone');
    expect(worker.isTerminated).toBe(true);
  });

  it('rejects when the browser has no such worker', async () => {
    const { worker, hash } = begin();
    worker.dispatchEvent(new Event('error'));
    await expect(hash).rejects.toThrow('cannot compute hashes');
  });

  it('keeps the worker while it is paused, and ends it when it is given up', () => {
    const { worker, reading } = begin();
    reading.pause();
    expect(worker.isTerminated).toBe(false);
    reading.resume();
    expect(worker.orders.slice(1)).toEqual(['pause', 'resume']);
    reading.end();
    expect(worker.isTerminated).toBe(true);
  });
});
