import { createHash } from 'node:crypto';
import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BlobStore } from '#blobs';
import type { ResumableUploadInput } from '#contract';
import { resumableUploadInput, TaskdeckError } from '#contract';
import { createState } from '../../create-state.ts';
import { ada, entry, input, newStore } from '../../testing/state-fixture.ts';
import { type BlobFixture, brokenAfter, keysIn, someBytes, startBlobs, streamOf } from '../testing/blob-fixture.ts';

const MiB = 1024 * 1024;
const identity = 'operator:ada';

let fixture: BlobFixture;
beforeAll(async () => {
  fixture = await startBlobs();
});
afterAll(() => fixture.end());

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function begin(given: Partial<ResumableUploadInput> & { contentLength: number }) {
  const store = newStore();
  await fixture.state.save(store, input({ id: 'e', value: 1, hasBlob: true }), ada);
  const parsed = resumableUploadInput.parse({ storeName: store.storeName, id: 'e', ...given });
  const upload = await fixture.state.beginUpload('', parsed, identity, ada);
  return { address: entry(store, 'e'), store, ...upload };
}

const append = (uploadId: string, offset: number, bytes: Uint8Array, state = fixture.state) =>
  state.appendUpload(uploadId, offset, streamOf(bytes), ada);
const read = async (address: ReturnType<typeof entry>) => buffer(await (await fixture.state.openBlob(address)).read());

test('an upload in pieces becomes the blob with its last byte, and not before', async () => {
  const bytes = someBytes(3 * MiB);
  const { uploadId, address } = await begin({ contentLength: bytes.byteLength, fileName: 'a.bin' });
  expect(await append(uploadId, 0, bytes.subarray(0, MiB))).toMatchObject({ receivedBytes: MiB, fileName: 'a.bin' });
  await expect(fixture.state.openBlob(address)).rejects.toMatchObject({ code: 'BlobNotFound' });
  const { result } = await append(uploadId, MiB, bytes.subarray(MiB));
  expect(result).toMatchObject({ contentHash: hashOf(bytes), fileName: 'a.bin', id: 'e', version: 2 });
  expect(hashOf(await read(address))).toBe(hashOf(bytes));
  expect(await fixture.state.getUpload(uploadId)).toMatchObject({ receivedBytes: 3 * MiB, identity, result });
});

test('a broken connection costs nothing that came, and another process goes on', async () => {
  const bytes = someBytes(2 * MiB);
  const { uploadId, address } = await begin({ contentLength: bytes.byteLength });
  await expect(fixture.state.appendUpload(uploadId, 0, brokenAfter(bytes.subarray(0, 1_500_000)), ada)).rejects.toThrow(
    'the connection broke',
  );
  expect(await fixture.state.getUpload(uploadId)).toMatchObject({ receivedBytes: 1_500_000 });
  const other = createState({ database: fixture.database, blobs: fixture.blobs });
  const { result } = await append(uploadId, 1_500_000, bytes.subarray(1_500_000), other);
  expect(result?.contentHash).toBe(hashOf(bytes));
  expect(hashOf(await read(address))).toBe(hashOf(bytes));
});

test('bytes that a blob store cut off are not hashed as if they were all', async () => {
  const bytes = someBytes(MiB);
  const { uploadId, address } = await begin({ contentLength: bytes.byteLength });
  await append(uploadId, 0, bytes.subarray(0, 1_000));
  let isCutOff = true;
  const cutOff: BlobStore = {
    ...fixture.blobs,
    read: async (key) => fixture.blobs.read(key, isCutOff ? { start: 0, end: 4_999 } : undefined),
  };
  const other = createState({ database: fixture.database, blobs: cutOff });
  await expect(append(uploadId, 1_000, bytes.subarray(1_000), other)).rejects.toThrow(`and not ${MiB}`);
  await expect(fixture.state.openBlob(address)).rejects.toMatchObject({ code: 'BlobNotFound' });
  isCutOff = false;
  expect((await other.getUpload(uploadId)).result?.contentHash).toBe(hashOf(bytes));
});

/** Takes away what the blob store has of an upload after its first bytes. */
const losing = (uploadId: string, left: number) => truncate(join(fixture.folder, 'uploads', uploadId), left);
const lostAfter = (left: number) => ({
  code: 'UploadOffsetMismatch',
  message: `the blob store has lost bytes of this upload, which goes on at ${left}`,
});

test('an upload of which the blob store has lost the end goes on before it', async () => {
  const bytes = someBytes(3000);
  const { uploadId, address } = await begin({ contentLength: 3000 });
  await append(uploadId, 0, bytes.subarray(0, 2000));
  await losing(uploadId, 500);
  await expect(append(uploadId, 2000, bytes.subarray(2000))).rejects.toMatchObject(lostAfter(500));
  expect(await fixture.state.getUpload(uploadId)).toMatchObject({ receivedBytes: 500 });
  const { result } = await append(uploadId, 500, bytes.subarray(500));
  expect(result?.contentHash).toBe(hashOf(bytes));
  expect(hashOf(await read(address))).toBe(hashOf(bytes));
});

test('an upload of which all is lost begins again', async () => {
  const bytes = someBytes(3000);
  const { uploadId, address } = await begin({ contentLength: 3000 });
  await append(uploadId, 0, bytes.subarray(0, 2000));
  await rm(join(fixture.folder, 'uploads', uploadId));
  await expect(append(uploadId, 2000, bytes.subarray(2000))).rejects.toMatchObject(lostAfter(0));
  await append(uploadId, 0, bytes);
  expect(hashOf(await read(address))).toBe(hashOf(bytes));
});

test('an upload whose end was lost before it was committed is shown without it', async () => {
  const bytes = someBytes(3000);
  const { uploadId, address } = await begin({ contentLength: 3000 });
  await append(uploadId, 0, bytes.subarray(0, 2000));
  const row = await fixture.database<
    { store_state: string }[]
  >`select store_state from blob_upload where key = ${uploadId}`;
  const last = await fixture.blobs.append(uploadId, row[0]?.store_state ?? '', 2000, streamOf(bytes.subarray(2000)));
  await fixture.database`update blob_upload set store_state = ${last.state}, received_bytes = 3000 where key = ${uploadId}`;
  await losing(uploadId, 2500);
  expect(await fixture.state.getUpload(uploadId)).toMatchObject({ receivedBytes: 2500 });
  await append(uploadId, 2500, bytes.subarray(2500));
  expect(hashOf(await read(address))).toBe(hashOf(bytes));
});

test('a hash of bytes that were lost is not that of those that came instead', async () => {
  const bytes = someBytes(3000);
  const { uploadId, address } = await begin({ contentLength: 3000 });
  await append(uploadId, 0, someBytes(2000));
  await losing(uploadId, 0);
  const other = createState({ database: fixture.database, blobs: fixture.blobs });
  await expect(append(uploadId, 2000, bytes.subarray(2000), other)).rejects.toMatchObject(lostAfter(0));
  await append(uploadId, 0, bytes.subarray(0, 2000), other);
  const { result } = await append(uploadId, 2000, bytes.subarray(2000));
  expect(result?.contentHash).toBe(hashOf(bytes));
  expect(hashOf(await read(address))).toBe(hashOf(bytes));
});

test('a caller that leaves costs nothing that came', async () => {
  const bytes = someBytes(3 * MiB);
  const { uploadId, address } = await begin({ contentLength: bytes.byteLength });
  const connection = new PassThrough();
  const leaving = new AbortController();
  const first = fixture.state.appendUpload(uploadId, 0, connection, ada, { signal: leaving.signal });
  const cutOff = expect(first).rejects.toMatchObject({ name: 'AbortError' });
  const came = bytes.subarray(0, 1_700_000);
  await pipeline(streamOf(came), connection, { end: false });
  await expect.poll(() => connection.readableLength).toBe(0);
  leaving.abort();
  await cutOff;
  const { receivedBytes } = await fixture.state.getUpload(uploadId);
  expect(receivedBytes).toBe(came.byteLength);
  await append(uploadId, receivedBytes, bytes.subarray(receivedBytes));
  expect(hashOf(await read(address))).toBe(hashOf(bytes));
});

test('a caller that loses its rights after the last byte costs nothing that came', async () => {
  const bytes = someBytes(10);
  const { uploadId, address } = await begin({ contentLength: bytes.byteLength });
  const expiring = () => {
    let waits = 0;
    return async <Result>(work: () => Promise<Result>) => {
      const result = await work();
      waits += 1;
      if (waits === 2) throw new TaskdeckError('Unauthenticated', 'the token has expired');
      return result;
    };
  };
  const appended = fixture.state.appendUpload(uploadId, 0, streamOf(bytes), ada, { waiting: expiring() });
  await expect(appended).rejects.toMatchObject({ code: 'Unauthenticated' });
  expect((await fixture.state.getUpload(uploadId)).result).toMatchObject({ contentHash: hashOf(bytes) });
  expect(hashOf(await read(address))).toBe(hashOf(bytes));
});

test('bytes elsewhere than where the upload stands are refused with the place', async () => {
  const { uploadId } = await begin({ contentLength: 10 });
  await append(uploadId, 0, someBytes(4));
  await expect(append(uploadId, 0, someBytes(4))).rejects.toMatchObject({
    code: 'UploadOffsetMismatch',
    message: 'the upload stands at 4, not at 0',
  });
});

test('more bytes than declared are refused', async () => {
  const { uploadId } = await begin({ contentLength: 10 });
  await expect(append(uploadId, 0, someBytes(11))).rejects.toMatchObject({ code: 'PayloadTooLarge' });
  expect(await fixture.state.getUpload(uploadId)).toMatchObject({ receivedBytes: 0 });
});

test('a caller whose earlier connection hangs takes the upload over', async () => {
  const bytes = someBytes(MiB);
  const { uploadId, address } = await begin({ contentLength: bytes.byteLength });
  const hanging = new PassThrough();
  hanging.write(bytes.subarray(0, 1000));
  const first = fixture.state.appendUpload(uploadId, 0, hanging, ada);
  const refused = expect(first).rejects.toMatchObject({ code: 'UploadInUse' });
  await expect.poll(() => keysIn(fixture.blobs)).toContain(uploadId);
  const second = append(uploadId, 0, bytes).catch((error: unknown) => error);
  await refused;
  // It continues at the offset of the first one, so it asks for the current offset.
  expect(await second).toMatchObject({ code: 'UploadOffsetMismatch' });
  const { receivedBytes } = await fixture.state.getUpload(uploadId);
  expect(receivedBytes).toBe(1000);
  await append(uploadId, receivedBytes, bytes.subarray(receivedBytes));
  expect(hashOf(await read(address))).toBe(hashOf(bytes));
});

test('what had arrived when its process died is committed by who looks next', async () => {
  const bytes = someBytes(1000);
  const { uploadId, address } = await begin({ contentLength: 1000 });
  await append(uploadId, 0, bytes.subarray(0, 999));
  const [row] = await fixture.database<{ store_state: string }[]>`
    select store_state from blob_upload where key = ${uploadId}`;
  const last = await fixture.blobs.append(uploadId, row?.store_state ?? '', 999, streamOf(bytes.subarray(999)));
  await fixture.database`update blob_upload set store_state = ${last.state}, received_bytes = 1000 where key = ${uploadId}`;
  await fixture.blobs.finish(uploadId, last.state);
  expect(await fixture.state.getUpload(uploadId)).toMatchObject({ result: { contentHash: hashOf(bytes) } });
  expect(await read(address)).toEqual(bytes);
});

test('an append without a byte commits an upload whose bytes were assembled before its process died', async () => {
  const bytes = someBytes(1000);
  const { uploadId, address } = await begin({ contentLength: 1000 });
  const last = await fixture.blobs.append(uploadId, '0', 0, streamOf(bytes));
  await fixture.database`update blob_upload set store_state = ${last.state}, received_bytes = 1000 where key = ${uploadId}`;
  await fixture.blobs.finish(uploadId, last.state);
  await expect(append(uploadId, 1000, someBytes(1))).rejects.toMatchObject({ code: 'PayloadTooLarge' });
  expect(await append(uploadId, 1000, someBytes(0))).toMatchObject({ result: { contentHash: hashOf(bytes) } });
  expect(await read(address)).toEqual(bytes);
});

test('an upload is refused at its begin by what would refuse it at its end', async () => {
  const { store, address } = await begin({ contentLength: 5 });
  await fixture.state.uploadBlob(address, streamOf(someBytes(1)), {}, ada);
  const beginning = (given: object) =>
    fixture.state.beginUpload(
      '',
      resumableUploadInput.parse({ storeName: store.storeName, id: 'e', contentLength: 1, ...given }),
      identity,
      ada,
    );
  await expect(beginning({})).rejects.toMatchObject({ code: 'BlobAlreadyExists' });
  await expect(beginning({ id: 'none' })).rejects.toMatchObject({ code: 'StateNotFound' });
  await expect(beginning({ overwrite: true, contentLength: 2 ** 40 })).rejects.toMatchObject({
    code: 'PayloadTooLarge',
  });
});

/** The state of another process, whose appends to the store are done by `append`. */
const elsewhere = (append: BlobStore['append']) =>
  createState({ database: fixture.database, blobs: { ...fixture.blobs, append } });
/** As after ten seconds in which the process that holds it was silent. */
const letGo = (uploadId: string) =>
  fixture.database`update blob_upload set held_by = null, held_until = null where key = ${uploadId}`;

test('a process that stood still before it wrote takes nothing away of what another one appended meanwhile', async () => {
  const bytes = someBytes(3000);
  const { uploadId, address } = await begin({ contentLength: 3000 });
  const isAsked = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const frozen = elsewhere(async (...given) => {
    isAsked.resolve();
    await goesOn.promise;
    return fixture.blobs.append(...given);
  });
  const late = append(uploadId, 0, bytes.subarray(0, 1000), frozen);
  const refused = expect(late).rejects.toMatchObject({ code: 'UploadInUse' });
  await isAsked.promise;
  await letGo(uploadId);
  expect(await append(uploadId, 0, bytes.subarray(0, 2000))).toMatchObject({ receivedBytes: 2000 });
  goesOn.resolve();
  await refused;
  const { result } = await append(uploadId, 2000, bytes.subarray(2000));
  expect(result?.contentHash).toBe(hashOf(bytes));
  expect(hashOf(await read(address))).toBe(hashOf(bytes));
});

test('an upload whose process died can go on at once, when the clock was set back since', async () => {
  const { uploadId } = await begin({ contentLength: 5 });
  await fixture.database`
    update blob_upload set held_by = ${crypto.randomUUID()}, held_until = now() + interval '1 hour' where key = ${uploadId}`;
  expect(await append(uploadId, 0, someBytes(5))).toMatchObject({ receivedBytes: 5 });
});

test('bytes that were not noted do not count for the hash, whoever ends the upload', async () => {
  const bytes = someBytes(3000);
  const { uploadId, address } = await begin({ contentLength: 3000 });
  let isFirst = true;
  const losing = elsewhere(async (...given) => {
    const appended = await fixture.blobs.append(...given);
    if (isFirst) await letGo(uploadId);
    isFirst = false;
    return appended;
  });
  await expect(append(uploadId, 0, someBytes(2000), losing)).rejects.toMatchObject({ code: 'UploadInUse' });
  expect(await append(uploadId, 0, bytes.subarray(0, 2000))).toMatchObject({ receivedBytes: 2000 });
  const { result } = await append(uploadId, 2000, bytes.subarray(2000), losing);
  expect(hashOf(await read(address))).toBe(hashOf(bytes));
  expect(result?.contentHash).toBe(hashOf(bytes));
});

test('the overwrite rule holds at the end: of two uploads the second to arrive is refused and leaves nothing', async () => {
  const { uploadId, store, address } = await begin({ contentLength: 5 });
  const other = await fixture.state.beginUpload(
    '',
    resumableUploadInput.parse({ storeName: store.storeName, id: 'e', contentLength: 5 }),
    identity,
    ada,
  );
  const bytes = someBytes(5);
  await append(other.uploadId, 0, bytes);
  await expect(append(uploadId, 0, someBytes(5))).rejects.toMatchObject({ code: 'BlobAlreadyExists' });
  await expect(fixture.state.getUpload(uploadId)).rejects.toMatchObject({ code: 'UploadNotFound' });
  expect(await keysIn(fixture.blobs)).not.toContain(uploadId);
  expect(await read(address)).toEqual(bytes);
});

test('a wrong hash is refused at the end', async () => {
  const { uploadId } = await begin({ contentLength: 5, contentHash: '0'.repeat(64) });
  await expect(append(uploadId, 0, someBytes(5))).rejects.toMatchObject({ code: 'ContentHashMismatch' });
  expect(await keysIn(fixture.blobs)).not.toContain(uploadId);
});

test('an upload can make its entry, and an empty one is complete at once', async () => {
  const store = newStore();
  await fixture.state.save(store, input({ id: 'other', value: 1 }), ada);
  const { result } = await fixture.state.beginUpload(
    '',
    resumableUploadInput.parse({ storeName: store.storeName, id: 'new', contentLength: 0, createEntry: true }),
    identity,
    ada,
  );
  expect(result).toMatchObject({ contentLength: 0, version: 1 });
  expect(await fixture.state.get(entry(store, 'new'))).toMatchObject({ value: null, hasBlob: true });
  expect(await read(entry(store, 'new'))).toHaveLength(0);
});

test('an abandoned upload is gone with its bytes, and abandoning it again is no error', async () => {
  const { uploadId } = await begin({ contentLength: 10 });
  await append(uploadId, 0, someBytes(4));
  await fixture.state.abandonUpload(uploadId);
  await fixture.state.abandonUpload(uploadId);
  expect(await keysIn(fixture.blobs)).not.toContain(uploadId);
  await expect(fixture.state.getUpload(uploadId)).rejects.toMatchObject({ code: 'UploadNotFound' });
  await expect(append(uploadId, 4, someBytes(6))).rejects.toMatchObject({ code: 'UploadNotFound' });
});

test('an upload that is abandoned when all its bytes are there, but not yet its blob, leaves nothing', async () => {
  const bytes = someBytes(1000);
  const { uploadId, address } = await begin({ contentLength: 1000 });
  const blobs = {
    ...fixture.blobs,
    async finish(key: string, state: string) {
      await fixture.blobs.finish(key, state);
      await fixture.state.abandonUpload(uploadId);
    },
  };
  const other = createState({ database: fixture.database, blobs });
  await expect(append(uploadId, 0, bytes, other)).rejects.toMatchObject({ code: 'UploadInUse' });
  await expect(fixture.state.openBlob(address)).rejects.toMatchObject({ code: 'BlobNotFound' });
  expect(await keysIn(fixture.blobs)).not.toContain(uploadId);
});

test('a complete upload that is abandoned is only forgotten: its blob stays', async () => {
  const bytes = someBytes(10);
  const { uploadId, address } = await begin({ contentLength: 10 });
  await append(uploadId, 0, bytes);
  await fixture.state.abandonUpload(uploadId);
  await expect(fixture.state.getUpload(uploadId)).rejects.toMatchObject({ code: 'UploadNotFound' });
  expect(await read(address)).toEqual(bytes);
});

test('a complete upload takes no further byte, and an append without one is no error', async () => {
  const bytes = someBytes(10);
  const { uploadId, address } = await begin({ contentLength: 10 });
  await append(uploadId, 0, bytes);
  await expect(append(uploadId, 10, someBytes(1))).rejects.toMatchObject({ code: 'PayloadTooLarge' });
  expect(await append(uploadId, 10, someBytes(0))).toMatchObject({ receivedBytes: 10, result: { contentLength: 10 } });
  expect(await read(address)).toEqual(bytes);
});

test("a caller's uploads under way are listed by pages, newest first; not those of others", async () => {
  const mine = [];
  const store = newStore();
  await fixture.state.save(store, input({ id: 'e', value: 1, hasBlob: true }), ada);
  const parsed = resumableUploadInput.parse({ storeName: store.storeName, id: 'e', contentLength: 5 });
  for (let index = 0; index < 5; index++)
    mine.push((await fixture.state.beginUpload('', parsed, 'operator:bob', ada)).uploadId);
  await fixture.state.beginUpload('', parsed, 'operator:eve', ada);
  await append(mine[0] ?? '', 0, someBytes(5));
  const listed: string[] = [];
  for (let continuationToken: string | undefined, pages = 0; pages === 0 || continuationToken; pages++) {
    const page = await fixture.state.listUploads('', 'operator:bob', { maxPageSize: 2, continuationToken });
    listed.push(...page.value.map(({ uploadId }) => uploadId));
    continuationToken = page.continuationToken;
  }
  expect(listed.toSorted()).toEqual(mine.slice(1).toSorted());
  const elsewhere = await fixture.state.listUploads('', 'operator:bob', { maxPageSize: 2, storeName: 'elsewhere' });
  expect(elsewhere.value).toEqual([]);
});
