import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { NoAnswerError } from '#blobs';
import { blobUploadOptions } from '#contract';
import { createState } from '../create-state.ts';
import { ada, entry, input, newStore } from '../testing/state-fixture.ts';
import { sweepUploads } from './sweep/sweep-uploads.ts';
import { type BlobFixture, brokenAfter, keysIn, someBytes, startBlobs, streamOf } from './testing/blob-fixture.ts';

let fixture: BlobFixture;
beforeAll(async () => {
  fixture = await startBlobs({ maximumBlobBytes: 5_000_000 });
});
afterAll(() => fixture.end());

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Creates an entry that accepts a blob. */
async function newEntry(given: { hasBlob?: boolean } = {}) {
  const store = newStore();
  const saved = await fixture.state.save(store, input({ id: 'a/b', value: { n: 1 }, hasBlob: true, ...given }), ada);
  return { store, address: entry(store, 'a/b'), saved };
}

const read = async (address: ReturnType<typeof entry>, versionId?: string) =>
  buffer(await (await fixture.state.openBlob(address, { versionId })).read());

/** The keys in the blob store that no entry has. */
async function leftOver(): Promise<string[]> {
  const committed = new Set((await fixture.database<{ key: string }[]>`select key from blob`).map(({ key }) => key));
  const begun = await fixture.database<{ key: string }[]>`select key from blob_upload`;
  return [...(await keysIn(fixture.blobs)).filter((key) => !committed.has(key)), ...begun.map(({ key }) => key)];
}

test('an upload that a silent blob store ended asks it for nothing more, and is left to the sweep', async () => {
  const { address } = await newEntry();
  const put = () => Promise.reject(new NoAnswerError('the blob store did not answer'));
  const abandon = () => Promise.reject(new Error('a silent store was asked again'));
  const asked = vi.fn(abandon);
  const silent = createState({ ...fixture, blobs: { ...fixture.blobs, put, abandon: asked, remove: asked } });
  const upload = silent.uploadBlob(address, streamOf(someBytes(10)), blobUploadOptions.parse({}), ada);
  await expect(upload).rejects.toBeInstanceOf(NoAnswerError);
  expect(asked).not.toHaveBeenCalled();
  expect(await leftOver()).toHaveLength(1);
  await sweepUploads(fixture);
  expect(await leftOver()).toEqual([]);
});

test('an uploaded blob reads back whole and in part, with what was said of it', async () => {
  const { store, address, saved } = await newEntry();
  const bytes = someBytes(200_000);
  const name = 'q"uote\nnew line – 名前.csv';
  const result = await fixture.state.uploadBlob(
    address,
    streamOf(bytes),
    {
      contentType: 'text/csv',
      fileName: name,
      metadata: { by: 'test' },
      contentHash: hashOf(bytes),
      contentLength: 200_000,
    },
    ada,
  );
  expect(result).toMatchObject({
    storeName: store.storeName,
    id: 'a/b',
    version: saved.version + 1,
    contentLength: 200_000,
    contentHash: hashOf(bytes),
    contentType: 'text/csv',
    fileName: name,
    metadata: { by: 'test' },
    etag: `"${result.versionId}"`,
    receipt: expect.any(String),
  });
  const blob = await fixture.state.openBlob(address);
  expect(blob).toMatchObject({ contentHash: hashOf(bytes), entryEtag: result.entryEtag, sensitive: [] });
  expect(hashOf(await buffer(await blob.read()))).toBe(hashOf(bytes));
  expect(await buffer(await blob.read({ start: 10, end: 19 }))).toEqual(bytes.subarray(10, 20));
  const now = await fixture.state.get(address);
  expect(now).toMatchObject({ etag: result.entryEtag, value: { n: 1 }, blob: { versionId: result.versionId } });
  expect(await leftOver()).toEqual([]);
});

test('an entry without a blob, no entry, and no store are told apart', async () => {
  const { address } = await newEntry();
  await expect(fixture.state.openBlob(address)).rejects.toMatchObject({ code: 'BlobNotFound' });
  await expect(fixture.state.openBlob({ ...address, id: 'none' })).rejects.toMatchObject({ code: 'StateNotFound' });
  await expect(fixture.state.openBlob({ ...address, ...newStore() })).rejects.toMatchObject({ code: 'StoreNotFound' });
});

test('what would be refused is refused before a byte is taken', async () => {
  const { address } = await newEntry({ hasBlob: false });
  const untouched = streamOf(someBytes(100));
  const refused = [
    [{ ...address, id: 'none' }, {}, 'StateNotFound'],
    [address, {}, 'BlobNotAccepted'],
  ] as const;
  for (const [at, options, code] of refused)
    await expect(fixture.state.uploadBlob(at, untouched, options, ada)).rejects.toMatchObject({ code });
  const { address: full, saved } = await newEntry();
  await expect(fixture.state.uploadBlob(full, untouched, { contentLength: 5_000_001 }, ada)).rejects.toMatchObject({
    code: 'PayloadTooLarge',
  });
  await fixture.state.uploadBlob(full, streamOf(someBytes(10)), { ifEntryMatch: saved.etag }, ada);
  for (const [options, code] of [
    [{}, 'BlobAlreadyExists'],
    [{ overwrite: true, ifEntryMatch: saved.etag }, 'PreconditionFailed'],
    [{ overwrite: true, ifMatch: '"00000000-0000-4000-8000-000000000000"' }, 'PreconditionFailed'],
  ] as const)
    await expect(fixture.state.uploadBlob(full, untouched, options, ada)).rejects.toMatchObject({ code });
  expect(untouched.readableDidRead).toBe(false);
  expect(await leftOver()).toEqual([]);
});

test('a blob is replaced under the condition on its entity tag, and the one before is kept with its version', async () => {
  const { address } = await newEntry();
  const [first, second] = [someBytes(1000), someBytes(2000)];
  const before = await fixture.state.uploadBlob(address, streamOf(first), {}, ada);
  const after = await fixture.state.uploadBlob(
    address,
    streamOf(second),
    { overwrite: true, ifMatch: before.etag, ifEntryMatch: before.entryEtag },
    ada,
  );
  expect(await read(address)).toEqual(second);
  expect(await read(address, before.versionId)).toEqual(first);
  expect(after.version).toBe(before.version + 1);
  await expect(read(address, '00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({ code: 'BlobNotFound' });
});

test('of uploads that race for an entry without a blob, one wins', async () => {
  const { address } = await newEntry();
  const all = Array.from({ length: 6 }, () => someBytes(150_000));
  const outcomes = await Promise.allSettled(
    all.map((bytes) => fixture.state.uploadBlob(address, streamOf(bytes), {}, ada)),
  );
  const winners = outcomes.flatMap((outcome, at) => (outcome.status === 'fulfilled' ? [all[at]] : []));
  expect(winners).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'BlobAlreadyExists' });
  expect(hashOf(await read(address))).toBe(hashOf(winners[0] ?? Buffer.of()));
  expect(await leftOver()).toEqual([]);
});

test('an upload that lost its entry on the way is refused at its commit', async () => {
  const { address } = await newEntry();
  const slow = async function* () {
    await fixture.state.delete(address, {}, ada);
    yield* streamOf(someBytes(300_000));
  };
  await expect(fixture.state.uploadBlob(address, Readable.from(slow()), {}, ada)).rejects.toMatchObject({
    code: 'StateNotFound',
    failures: [{ operation: 'upsert', id: 'a/b', code: 'StateNotFound' }],
  });
  expect(await leftOver()).toEqual([]);
});

test.each([
  ['too many bytes', () => streamOf(someBytes(5_000_001)), {}, { code: 'PayloadTooLarge' }],
  ['fewer bytes than declared', () => streamOf(someBytes(10)), { contentLength: 11 }, { code: 'IncompleteBlob' }],
  ['more bytes than declared', () => streamOf(someBytes(10)), { contentLength: 9 }, { code: 'IncompleteBlob' }],
  [
    'another hash than said',
    () => streamOf(someBytes(10)),
    { contentHash: '0'.repeat(64) },
    { code: 'ContentHashMismatch' },
  ],
  ['a broken connection', () => brokenAfter(someBytes(100_000)), {}, { message: 'the connection broke' }],
])('%s leave nothing', async (_name, source, options, error) => {
  const { address, saved } = await newEntry();
  await expect(fixture.state.uploadBlob(address, source(), options, ada)).rejects.toMatchObject(error);
  expect((await fixture.state.get(address)).etag).toBe(saved.etag);
  expect(await leftOver()).toEqual([]);
});

test('a stream of which too much came stays open, so that its caller can be answered', async () => {
  const { address } = await newEntry();
  const source = streamOf(someBytes(6_000_000));
  await expect(fixture.state.uploadBlob(address, source, {}, ada)).rejects.toMatchObject({ code: 'PayloadTooLarge' });
  expect(source.destroyed).toBe(false);
});

test('an upload that is aborted while it waits for bytes ends at once and leaves nothing', async () => {
  const { address } = await newEntry();
  const stalled = new PassThrough();
  stalled.write(someBytes(100));
  const leaving = new AbortController();
  const upload = fixture.state.uploadBlob(address, stalled, {}, ada, { signal: leaving.signal });
  await expect.poll(async () => (await keysIn(fixture.blobs)).length).toBeGreaterThan(0);
  leaving.abort();
  await expect(upload).rejects.toMatchObject({ name: 'AbortError' });
  expect(await leftOver()).toEqual([]);
});

test('an entry is saved together with its blob, or neither is', async () => {
  const store = newStore();
  const bytes = someBytes(70_000);
  const options = { fileName: 'a.bin' };
  const saved = await fixture.state.saveWithBlob(store, input({ id: 'x', value: [1] }), streamOf(bytes), options, ada);
  expect(saved).toMatchObject({
    value: [1],
    hasBlob: true,
    version: 1,
    blob: { contentHash: hashOf(bytes), fileName: 'a.bin' },
    receipt: expect.any(String),
  });
  expect(await read(entry(store, 'x'))).toEqual(bytes);
  await expect(
    fixture.state.saveWithBlob(store, input({ id: 'x', value: [2] }), streamOf(bytes), {}, ada),
  ).rejects.toMatchObject({ code: 'BlobAlreadyExists' });
  await fixture.state.save(store, input({ id: 'plain', value: 1 }), ada);
  const plain = fixture.state.saveWithBlob(store, input({ id: 'plain', value: 2 }), streamOf(bytes), {}, ada);
  expect(await plain, 'also where the entry took none').toMatchObject({ value: 2, hasBlob: true });
  const refusing = input({ id: 'no', value: 1, hasBlob: false });
  await expect(fixture.state.saveWithBlob(store, refusing, streamOf(bytes), {}, ada)).rejects.toThrow('hasBlob');
  await expect(
    fixture.state.saveWithBlob(store, input({ id: 'y', value: [2] }), brokenAfter(bytes), {}, ada),
  ).rejects.toThrow('the connection broke');
  expect((await fixture.state.get(entry(store, 'x'))).value).toEqual([1]);
  await expect(fixture.state.get(entry(store, 'y'))).rejects.toMatchObject({ code: 'StateNotFound' });
  expect(await leftOver()).toEqual([]);
});

test('a blob whose bytes are gone says so, and its entry still reads', async () => {
  const { address } = await newEntry();
  const { versionId } = await fixture.state.uploadBlob(address, streamOf(someBytes(10)), {}, ada);
  await fixture.blobs.remove(versionId);
  await expect(read(address)).rejects.toMatchObject({ code: 'BlobNotFound' });
  expect((await fixture.state.get(address)).blob?.versionId).toBe(versionId);
  await expect(readFile(`${fixture.folder}/blobs/${versionId.slice(0, 2)}/${versionId}`)).rejects.toThrow('ENOENT');
});
