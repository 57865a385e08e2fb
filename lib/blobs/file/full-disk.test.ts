import { randomUUID } from 'node:crypto';
import { open, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../contract/testing/temporary-folder.ts';
import { fileBlobStore } from './file-store.ts';

const folder = temporaryFolder('full-disk');
const bytes = () => Readable.from([Buffer.from('some bytes')]);

test('a store whose last write found no room cannot be used, until a write succeeds', async () => {
  const store = fileBlobStore(folder);
  const key = randomUUID();
  const state = await store.begin(key);
  await expect(store.check()).resolves.toBeUndefined();
  // writes to this device fail as those to a full disk do
  await rm(join(folder, 'uploads', key));
  await symlink('/dev/full', join(folder, 'uploads', key));
  await expect(store.append(key, state, 0, bytes())).rejects.toThrow();
  await expect(store.check()).rejects.toThrow(/cannot be written to: ENOSPC/);
  await expect(store.put(randomUUID(), Readable.from([]))).resolves.toBe(0);
  await expect(store.check()).rejects.toThrow(/ENOSPC/);
  await expect(store.put(randomUUID(), bytes())).resolves.toBe(10);
  await expect(store.check()).resolves.toBeUndefined();
});

test('checks of a disk that fails keep no file open and leave none', async () => {
  const store = fileBlobStore(folder);
  await store.check();
  const handle = await open(folder, 'r');
  const failing = vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockRejectedValue(new Error('EIO: i/o error, fsync'));
  const openFiles = async () => (await readdir('/proc/self/fd')).length;
  const before = await openFiles();
  for (let count = 0; count < 20; count += 1) await expect(store.check()).rejects.toThrow('EIO');
  expect(await openFiles()).toBe(before);
  failing.mockRestore();
  await handle.close();
  expect((await readdir(join(folder, 'uploads'))).filter((name) => name.startsWith('probe'))).toEqual([]);
});
