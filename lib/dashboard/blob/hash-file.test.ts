import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashBlob } from './hash-blob.ts';
import { hashFile } from './hash-file.ts';
import type { HashMessage } from './hash-worker.ts';

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

class FakeWorker extends EventTarget {
  files: File[] = [];
  isTerminated = false;
  postMessage = (file: File) => void this.files.push(file);
  terminate = () => {
    this.isTerminated = true;
  };
  say = (data: HashMessage) => this.dispatchEvent(new MessageEvent('message', { data }));
}

describe('a file that is hashed in a worker', () => {
  function begin() {
    const worker = new FakeWorker();
    const read: number[] = [];
    const controller = new AbortController();
    const hash = hashFile(
      new File(['x'], 'x'),
      (bytes) => read.push(bytes),
      controller.signal,
      () => worker,
    );
    return { worker, read, controller, hash };
  }

  it('gives its hash and ends the worker', async () => {
    const { worker, read, hash } = begin();
    worker.say({ readBytes: 1 });
    worker.say({ contentHash: 'aa' });
    expect(await hash).toBe('aa');
    expect([read, worker.files.length, worker.isTerminated]).toEqual([[1], 1, true]);
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

  it('ends the worker when it is aborted', async () => {
    const { worker, controller, hash } = begin();
    controller.abort(new Error('paused'));
    await expect(hash).rejects.toThrow('paused');
    expect(worker.isTerminated).toBe(true);
  });
});
