import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { temporaryFolder } from '../../contract/testing/temporary-folder.ts';
import { startTestService } from '../../service/testing/test-service.ts';
import { type StateClient, TaskClient } from '../index.ts';
import { brokenAnswer, brokenUpload, lostAfter, refused } from '../testing/faults.ts';
import { type FaultyProxy, startFaultyProxy } from '../testing/faulty-proxy.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // a machine may be busy

const bytes = randomBytes(3_000_000);
const service = started(startTestService, 'close');
let proxy: FaultyProxy;
const folder = temporaryFolder('transfers');
let direct: StateClient;
let state: StateClient;
beforeAll(async () => {
  proxy = await startFaultyProxy(service.url);
  await writeFile(join(folder, 'source'), bytes);
  const credential = { key: service.allKey };
  direct = new TaskClient(service.url, credential).getStateClient();
  state = new TaskClient(proxy.url, credential, { retry: { initialDelayInMs: 5 } }).getStateClient();
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
});

const newEntry = (id: string) => direct.saveStateAsync('files', { id, value: 1, hasBlob: true });
const bytesOf = async (id: string) => {
  const { content } = await direct.downloadBlobContentAsync(`files/${id}`);
  return Buffer.from(await content.bytes());
};

test.each([
  ['a path', () => join(folder, 'source')],
  ['a buffer', () => bytes],
])('an upload of %s that breaks twice is sent again, and is there once', async (what, source) => {
  const entry = await newEntry(what);
  proxy.fail(brokenUpload(1_000_000), brokenUpload(0), lostAfter);
  await state.uploadBlobAsync(entry, source());
  expect((await bytesOf(what)).equals(bytes)).toBe(true);
  expect((await direct.getStateAsync(entry)).version).toBe(entry.version + 1);
});

test('an upload of a stream that breaks is refused clearly, and leaves nothing', async () => {
  const entry = await newEntry('stream');
  proxy.fail(brokenUpload(1_000_000));
  const source = Readable.from([bytes.subarray(0, 1_500_000), bytes.subarray(1_500_000)]);
  await expect(state.uploadBlobAsync(entry, source)).rejects.toMatchObject({
    code: 'SourceNotRewindable',
    message: expect.stringContaining('a stream cannot be read again'),
  });
  expect(await direct.getStateAsync(entry)).toMatchObject({ etag: entry.etag });
  await expect(bytesOf('stream')).rejects.toMatchObject({ code: 'BlobNotFound' });
});

test('a stream that was begun is not sent again after a 503 either, and nothing was done', async () => {
  const entry = await newEntry('later');
  proxy.fail(refused(503));
  await expect(state.uploadBlobAsync(entry, Readable.from([bytes]))).rejects.toMatchObject({ statusCode: 503 });
  expect(await direct.getStateAsync(entry)).toMatchObject({ etag: entry.etag });
});

test('a download that breaks three times is whole, and each part is of the same blob', async () => {
  await direct.saveBlobStateAsync('files', { id: 'whole', value: 1 }, bytes);
  const first = proxy.received.length;
  proxy.fail(brokenAnswer(1_000_000), brokenAnswer(500_000), brokenAnswer(0));
  const path = join(folder, 'whole');
  const { etag } = await state.downloadBlobToAsync('files/whole', path);
  expect((await readFile(path)).equals(bytes)).toBe(true);
  const [, ...resumed] = proxy.received.slice(first).map(({ headers }) => headers);
  expect(resumed).toHaveLength(3);
  for (const headers of resumed) expect(headers['if-match']).toBe(etag);
});

test('a blob replaced in the middle of its download is never mixed with the new one, and leaves no file', async () => {
  await direct.saveBlobStateAsync('files', { id: 'mixed', value: 1 }, bytes);
  proxy.fail((passing) => {
    const forward = async () => {
      const answered = await passing.forward();
      await direct.uploadBlobAsync('files/mixed', randomBytes(3_000_000), true);
      return answered;
    };
    return brokenAnswer(1_000_000)({ ...passing, forward });
  });
  const path = join(folder, 'mixed');
  await expect(state.downloadBlobToAsync('files/mixed', path)).rejects.toMatchObject({ code: 'PreconditionFailed' });
  expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('mixed'));
});

test('of two uploads that race through trouble one wins, and the other is told', async () => {
  const entry = await newEntry('raced');
  proxy.fail(lostAfter, lostAfter);
  const outcomes = await Promise.allSettled(
    ['a', 'b'].map((letter) => state.uploadBlobAsync(entry, Buffer.alloc(100_000, letter))),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'BlobAlreadyExists' } });
  const winner = outcomes[0]?.status === 'fulfilled' ? 'a' : 'b';
  expect((await bytesOf('raced')).toString()).toBe(winner.repeat(100_000));
});
