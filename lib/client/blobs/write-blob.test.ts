import fs from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../contract/testing/temporary-folder.ts';
import { writeBlob } from './write-blob.ts';

const folder = temporaryFolder('written');

test('bytes that end with an error while a slow disk still opens their file leave no file', async () => {
  const { open } = fs;
  const opened = Promise.withResolvers<void>();
  const slow = vi.spyOn(fs, 'open').mockImplementation((...call: unknown[]) => {
    const told = call.pop() as (...result: unknown[]) => void;
    const tell = (...result: unknown[]): void => {
      told(...result);
      opened.resolve();
    };
    setTimeout(() => Reflect.apply(open, fs, [...call, tell]), 50);
  });
  await expect(writeBlob(broken(), join(folder, 'never'))).rejects.toThrow('no more bytes');
  await opened.promise;
  slow.mockRestore();
  expect(await readdir(folder)).toEqual([]);
});

test('a folder that is not there is the error of the call', async () => {
  await expect(writeBlob(Readable.from(['some']), join(folder, 'none', 'file'))).rejects.toThrow(/ENOENT/);
});

async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('some');
  throw new Error('no more bytes');
}
