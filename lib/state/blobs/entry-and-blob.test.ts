import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resumableUploadInput, type StorePolicy } from '#contract';
import { ada, entry, input, newStore } from '../testing/state-fixture.ts';
import { type BlobFixture, keysIn, someBytes, startBlobs, streamOf } from './testing/blob-fixture.ts';

let fixture: BlobFixture;
beforeAll(async () => {
  fixture = await startBlobs();
});
afterAll(() => fixture.end());

const upload = (address: ReturnType<typeof entry>, length: number, options: object = {}) =>
  fixture.state.uploadBlob(address, streamOf(someBytes(length)), options, ada);

/** Creates an entry in a new store, with a blob of this length if given. */
async function newEntry(given: { blobBytes?: number; hasBlob?: boolean; policy?: StorePolicy } = {}) {
  const store = newStore();
  if (given.policy !== undefined) await fixture.state.setPolicy(store, given.policy);
  const id = `e-${store.storeName}`;
  const saved = await fixture.state.save(store, input({ id, value: 'v', hasBlob: given.hasBlob ?? true }), ada);
  const address = entry(store, id);
  const blob = given.blobBytes === undefined ? undefined : await upload(address, given.blobBytes);
  return { store, id, address, saved, blob };
}

const lapse = ({ id }: { id: string }) =>
  fixture.database`update state_entry set expires_on = now() - interval '1 second' where id = ${id}`;

test('a store counts the bytes of the blobs that its entries have now', async () => {
  const { state } = fixture;
  const { store, id, address } = await newEntry({ blobBytes: 1_000 });
  const counts = async () => {
    const { entryCount, valueBytes, blobBytes } = await state.getStore(store);
    return [entryCount, valueBytes, blobBytes];
  };
  expect(await counts()).toEqual([1, 3, 1_000]);
  await upload(address, 300, { overwrite: true });
  expect(await counts()).toEqual([1, 3, 300]);
  await state.save(store, input({ id, value: 'longer' }), ada);
  expect(await counts()).toEqual([1, 8, 300]);
  const second = await state.saveWithBlob(store, input({ id: 'two', value: 1 }), streamOf(someBytes(50)), {}, ada);
  expect(await counts()).toEqual([2, 9, 350]);
  await state.undo(store, second.receipt ?? '', ada);
  expect(await counts()).toEqual([1, 8, 300]);
  await state.save(store, input({ id, value: 1, hasBlob: false }), ada);
  expect(await counts()).toEqual([1, 1, 0]);
  await state.restore(address, 3, {}, ada);
  expect(await counts()).toEqual([1, 3, 300]);
  await state.delete(address, {}, ada);
  expect(await counts()).toEqual([0, 0, 0]);
});

test('an upload that may make its entry keeps the value, and its size, of one that is there', async () => {
  const { store, id, address } = await newEntry();
  const given = { storeName: store.storeName, id, contentLength: 4, createEntry: true };
  const { uploadId } = await fixture.state.beginUpload('', resumableUploadInput.parse(given), 'ada', ada);
  await fixture.state.appendUpload(uploadId, 0, streamOf(someBytes(4)), ada);
  expect(await fixture.state.get(address)).toMatchObject({ value: 'v', valueBytes: 3, version: 2 });
  expect(await fixture.state.getStore(store)).toMatchObject({ entryCount: 1, valueBytes: 3, blobBytes: 4 });
});

test('an entry that is to have no blob any more loses the one it has; it does not come back by itself', async () => {
  const { store, id, address, blob } = await newEntry({ blobBytes: 10 });
  expect(await fixture.state.save(store, input({ id, value: 1, hasBlob: false }), ada)).not.toHaveProperty('blob');
  await expect(fixture.state.openBlob(address)).rejects.toMatchObject({ code: 'BlobNotFound' });
  await fixture.state.save(store, input({ id, value: 1, hasBlob: true }), ada);
  expect(await fixture.state.get(address)).not.toHaveProperty('blob');
  expect(await fixture.state.openBlob(address, { versionId: blob?.versionId })).toMatchObject({ contentLength: 10 });
});

test('an upload that is to replace a blob is refused where the entry has none by now', async () => {
  const { store, id, address, blob } = await newEntry({ blobBytes: 10 });
  for (const hasBlob of [false, true]) await fixture.state.save(store, input({ id, value: 'v', hasBlob }), ada);
  const late = upload(address, 20, { overwrite: true, ifMatch: blob?.etag });
  await expect(late).rejects.toMatchObject({ code: 'PreconditionFailed' });
  await expect(fixture.state.openBlob(address)).rejects.toMatchObject({ code: 'BlobNotFound' });
});

test('a version whose blob goes while it is being restored is not restored, and the entry stays as it is', async () => {
  const { id, address } = await newEntry({ blobBytes: 10 });
  await upload(address, 20, { overwrite: true });
  const current = await fixture.state.get(address);
  const isWaiting = async () => {
    const rows = await fixture.database`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%write_state%'`;
    return rows.length;
  };
  let restoring: Promise<unknown> = Promise.resolve();
  await fixture.database.begin(async (transaction) => {
    await transaction`
      delete from blob where key = (select blob_key from state_version where id = ${id} and version = 2)`;
    restoring = fixture.state.restore(address, 2, {}, ada).catch((error: unknown) => error);
    await expect.poll(isWaiting).toBe(1);
  });
  expect(await restoring).toMatchObject({ code: 'BlobNotFound' });
  expect(await fixture.state.get(address)).toEqual(current);
});

describe('an entry that has expired', () => {
  test('is no obstacle to a blob, whatever it had or took', async () => {
    const { state } = fixture;
    const withBlob = await newEntry({ blobBytes: 10 });
    await lapse(withBlob);
    const saved = await state.saveWithBlob(
      withBlob.store,
      input({ id: withBlob.id, value: 2 }),
      streamOf(someBytes(20)),
      {},
      ada,
    );
    expect(saved).toMatchObject({ value: 2, version: 4, blob: { contentLength: 20 } });

    const withoutBlob = await newEntry({ hasBlob: false });
    await lapse(withoutBlob);
    const given = { storeName: withoutBlob.store.storeName, id: withoutBlob.id, contentLength: 4, createEntry: true };
    const { uploadId } = await state.beginUpload('', resumableUploadInput.parse(given), 'ada', ada);
    await state.appendUpload(uploadId, 0, streamOf(someBytes(4)), ada);
    expect(await state.get(withoutBlob.address)).toMatchObject({ value: null, blob: { contentLength: 4 } });
  });

  test('has no blob to read or to replace', async () => {
    const { address, blob } = await newEntry({ blobBytes: 10 });
    await lapse(address);
    await expect(fixture.state.openBlob(address)).rejects.toMatchObject({ code: 'StateNotFound' });
    await expect(upload(address, 5, { overwrite: true, ifMatch: blob?.etag })).rejects.toMatchObject({
      code: 'StateNotFound',
    });
  });
});

describe('the policy of a store', () => {
  test('asks for a condition: that on the blob is one', async () => {
    const { address, saved } = await newEntry({ policy: { isConditionRequired: true } });
    const first = await upload(address, 5, { ifEntryMatch: saved.etag });
    await expect(upload(address, 6, { overwrite: true })).rejects.toMatchObject({ code: 'ConditionRequired' });
    expect(await upload(address, 6, { overwrite: true, ifMatch: first.etag })).toMatchObject({ contentLength: 6 });
  });

  test('allows so many bytes and not one more, whether they were declared or not', async () => {
    const { address, store } = await newEntry({ policy: { maximumBlobBytes: 100 } });
    await expect(upload(address, 101)).rejects.toMatchObject({ code: 'PayloadTooLarge' });
    await expect(upload(address, 101, { contentLength: 101 })).rejects.toMatchObject({ code: 'PayloadTooLarge' });
    await fixture.state.setPolicy(store, { maximumBlobBytes: 101 });
    expect(await upload(address, 101, { contentLength: 101 })).toMatchObject({ contentLength: 101 });
    expect(await upload(address, 101, { overwrite: true })).toMatchObject({ contentLength: 101 });
  });

  test('accepts no blob, also of an entry that took one before', async () => {
    const { address, store } = await newEntry();
    await fixture.state.setPolicy(store, { acceptsBlobs: false });
    await expect(upload(address, 1)).rejects.toMatchObject({ code: 'BlobNotAccepted' });
    await expect(
      fixture.state.saveWithBlob(store, input({ id: 'new', value: 1 }), streamOf(someBytes(1)), {}, ada),
    ).rejects.toMatchObject({ code: 'BlobNotAccepted' });
  });

  test('that is set while the bytes come is judged by at the commit', async () => {
    const { address, store, saved } = await newEntry();
    const source = async function* () {
      yield someBytes(10);
      await fixture.state.setPolicy(store, { acceptsBlobs: false });
      yield someBytes(10);
    };
    await expect(fixture.state.uploadBlob(address, Readable.from(source()), {}, ada)).rejects.toMatchObject({
      code: 'BlobNotAccepted',
    });
    expect((await fixture.state.get(address)).etag).toBe(saved.etag);
  });
});

describe('an upload that was given up', () => {
  test('commits nothing when its bytes have come all the same', async () => {
    const { address, saved } = await newEntry();
    const before = await keysIn(fixture.blobs);
    const source = async function* () {
      yield someBytes(10);
      await fixture.database`update blob_upload set expires_on = now() - interval '1 second' where entry_id = ${address.id}`;
      yield someBytes(10);
    };
    await expect(fixture.state.uploadBlob(address, Readable.from(source()), {}, ada)).rejects.toMatchObject({
      code: 'ServiceUnavailable',
    });
    expect(await fixture.state.get(address)).toMatchObject({ etag: saved.etag });
    expect(await keysIn(fixture.blobs)).toEqual(before);
    expect(await fixture.database`select from blob_upload where entry_id = ${address.id}`).toHaveLength(0);
  });

  test('commits nothing when it is resumable: neither by its last byte nor by who looks at it', async () => {
    const { state, database } = fixture;
    const { address, saved, store, id } = await newEntry();
    const given = resumableUploadInput.parse({ storeName: store.storeName, id, contentLength: 4 });
    const { uploadId } = await state.beginUpload('', given, 'ada', ada);
    await state.appendUpload(uploadId, 0, streamOf(someBytes(3)), ada);
    const last = async function* () {
      await database`update blob_upload set expires_on = now() - interval '1 second' where key = ${uploadId}`;
      yield someBytes(1);
    };
    await expect(state.appendUpload(uploadId, 3, Readable.from(last()), ada)).rejects.toMatchObject({
      code: 'UploadInUse',
    });
    await expect(state.getUpload(uploadId)).rejects.toMatchObject({ code: 'UploadNotFound' });
    await expect(state.appendUpload(uploadId, 3, streamOf(someBytes(1)), ada)).rejects.toMatchObject({
      code: 'UploadNotFound',
    });
    expect(await state.get(address)).toMatchObject({ etag: saved.etag });
  });

  test('commits nothing when it was abandoned while its last bytes came', async () => {
    const { state } = fixture;
    const { address, saved, store, id } = await newEntry();
    const given = resumableUploadInput.parse({ storeName: store.storeName, id, contentLength: 4 });
    const { uploadId } = await state.beginUpload('', given, 'ada', ada);
    const leaving = async function* () {
      yield someBytes(2);
      await state.abandonUpload(uploadId);
      yield someBytes(2);
    };
    await expect(state.appendUpload(uploadId, 0, Readable.from(leaving()), ada)).rejects.toThrow();
    expect(await state.get(address)).toMatchObject({ etag: saved.etag });
    expect(await keysIn(fixture.blobs)).not.toContain(uploadId);
  });
});

describe('an upload that goes on', () => {
  test('with other content than its hash says is refused at its end, and leaves nothing', async () => {
    const bytes = someBytes(10);
    const contentHash = createHash('sha256').update(bytes).digest('hex');
    const { address, saved, store, id } = await newEntry();
    const given = resumableUploadInput.parse({ storeName: store.storeName, id, contentLength: 10, contentHash });
    const { uploadId } = await fixture.state.beginUpload('', given, 'ada', ada);
    await fixture.state.appendUpload(uploadId, 0, streamOf(bytes.subarray(0, 5)), ada);
    await expect(fixture.state.appendUpload(uploadId, 5, streamOf(someBytes(5)), ada)).rejects.toMatchObject({
      code: 'ContentHashMismatch',
    });
    expect((await fixture.state.get(address)).etag).toBe(saved.etag);
    expect(await keysIn(fixture.blobs)).not.toContain(uploadId);
  });

  test.each([
    ['the entry', 3, (entryEtag: string) => ({ overwrite: true, ifEntryMatch: entryEtag }), 'PreconditionFailed'],
    ['its blob', 3, (_: string, etag: string) => ({ overwrite: true, ifMatch: etag }), 'PreconditionFailed'],
    ['there being no blob', undefined, () => ({}), 'BlobAlreadyExists'],
  ])('is judged at its end by the condition on %s that it began with', async (_, blobBytes, conditions, code) => {
    const { state } = fixture;
    const { address, store, id, saved, blob } = await newEntry(blobBytes === undefined ? {} : { blobBytes });
    const condition = conditions(blob?.entryEtag ?? saved.etag, blob?.etag ?? '');
    const given = resumableUploadInput.parse({ storeName: store.storeName, id, contentLength: 4, ...condition });
    const { uploadId } = await state.beginUpload('', given, 'ada', ada);
    const other = await upload(address, 7, { overwrite: true });
    await expect(state.appendUpload(uploadId, 0, streamOf(someBytes(4)), ada)).rejects.toMatchObject({ code });
    expect((await state.get(address)).etag).toBe(other.entryEtag);
  });
});
