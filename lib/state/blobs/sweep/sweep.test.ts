import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resumableUploadInput } from '#contract';
import { ada, entry, input, newStore } from '../../testing/state-fixture.ts';
import { stateWriting } from '../../write/write-mutations.ts';
import { type BlobFixture, keysIn, someBytes, startBlobs, streamOf } from '../testing/blob-fixture.ts';
import { checkBlobs } from './check-blobs.ts';
import { startBlobHousekeeping } from './start-blob-housekeeping.ts';
import { type BlobWalk, beforeAllBlobs, markOrphans, removeOrphans } from './sweep-orphans.ts';
import { sweepStore } from './sweep-store.ts';
import { sweepUploads } from './sweep-uploads.ts';

let fixture: BlobFixture;
beforeEach(async () => {
  fixture = await startBlobs();
});
afterEach(() => fixture.end());

async function newBlob(bytes = someBytes(1000)) {
  const store = newStore();
  await fixture.state.save(store, input({ id: 'e', value: 1, hasBlob: true }), ada);
  const { versionId } = await fixture.state.uploadBlob(entry(store, 'e'), streamOf(bytes), {}, ada);
  return { store, address: entry(store, 'e'), key: versionId, bytes };
}

async function begin() {
  const { store } = await newBlob();
  const given = { storeName: store.storeName, id: 'e', contentLength: 10, overwrite: true };
  const { uploadId } = await fixture.state.beginUpload('', resumableUploadInput.parse(given), 'ada', ada);
  await fixture.state.appendUpload(uploadId, 0, streamOf(someBytes(4)), ada);
  return uploadId;
}

/** For background housekeeping, which may start late on a busy machine. */
const patiently = { timeout: 15_000 };
const rows = async () => (await fixture.database<{ key: string }[]>`select key from blob`).map(({ key }) => key);
const check = (options: { repair?: boolean; mayRepairAll?: boolean; isThorough?: boolean } = {}) =>
  checkBlobs({ ...fixture, writing: stateWriting(fixture.database), graceMs: -1000, ...options });

test('an upload that nobody goes on with is given up with its bytes; one under way is not', async () => {
  const [old, current] = [await begin(), await begin()];
  await fixture.database`update blob_upload set expires_on = now() - interval '2 minutes' where key = ${old}`;
  expect(await sweepUploads(fixture)).toBe(false);
  expect(await keysIn(fixture.blobs)).not.toContain(old);
  expect(await keysIn(fixture.blobs)).toContain(current);
  expect((await fixture.database`select from blob_upload where key = ${old}`).length).toBe(0);
  const done = await fixture.state.appendUpload(current, 4, streamOf(someBytes(6)), ada);
  await fixture.database`update blob_upload set expires_on = now() - interval '2 minutes' where key = ${current}`;
  await sweepUploads(fixture);
  expect(await keysIn(fixture.blobs)).toContain(done.result?.versionId);
  await expect(fixture.state.getUpload(current)).rejects.toMatchObject({ code: 'UploadNotFound' });
});

test('an upload whose bytes cannot be removed keeps no other from going', async () => {
  const [before, stuck, after] = [await begin(), await begin(), await begin()];
  for (const [minutes, key] of [before, stuck, after].entries())
    await fixture.database`
      update blob_upload set expires_on = now() - ${9 - minutes} * interval '1 minute' where key = ${key}`;
  const abandon: typeof fixture.blobs.abandon = (key, state) =>
    key === stuck ? Promise.reject(new Error('of another store')) : fixture.blobs.abandon(key, state);
  const sweep = () => sweepUploads({ ...fixture, blobs: { ...fixture.blobs, abandon } });
  await expect(sweep()).rejects.toThrow('of another store');
  const left = await keysIn(fixture.blobs);
  expect([before, stuck, after].filter((key) => left.includes(key))).toEqual([stuck]);
  await expect(sweep()).rejects.toThrow('of another store');
});

test('a blob goes when no version has it any more, after its grace', async () => {
  const { address, key } = await newBlob();
  const kept = await newBlob();
  await fixture.state.delete(address, {}, ada);
  await markOrphans(fixture.database, beforeAllBlobs);
  await removeOrphans(fixture, 0);
  expect((await rows()).sort()).toEqual([key, kept.key].sort());

  await fixture.database`delete from state_version`;
  await removeOrphans(fixture, 0);
  expect(await rows()).toContain(key);
  await markOrphans(fixture.database, beforeAllBlobs);
  await removeOrphans(fixture, 60_000);
  expect(await rows()).toContain(key);
  await removeOrphans(fixture, -1000);
  expect(await rows()).toEqual([kept.key]);
  expect(await keysIn(fixture.blobs)).toEqual([kept.key]);
});

test('a blob that was noted as nobody’s and is an entry’s after all stays', async () => {
  const { key, address, bytes } = await newBlob();
  await fixture.database`update blob set orphaned_on = now() - interval '1 day'`;
  await removeOrphans(fixture, 0);
  expect(await rows()).toEqual([key]);
  expect(await buffer(await (await fixture.state.openBlob(address)).read())).toEqual(bytes);
});

test('a blob that a change under way points at again is not taken from under it', async () => {
  const { state, database } = fixture;
  const { store, address, key, bytes } = await newBlob();
  await state.save(store, input({ id: 'e', value: 1, hasBlob: false }), ada);
  await database`delete from state_version`;
  await markOrphans(database, beforeAllBlobs);
  const writing = stateWriting(database);
  const blob = { key, contentLength: bytes.byteLength, mayReplace: true };
  const operations = [{ kind: 'upsert' as const, id: 'e', hasBlob: true, blob }];
  const prepared = await writing.prepare([
    { address: store, change: 'restore', isAtomic: true, operations, writer: ada },
  ]);
  await database.begin(async (transaction) => {
    expect(await writing.write(transaction, prepared)).toMatchObject([{ failures: [] }]);
    await removeOrphans(fixture, -1000);
  });
  expect(await rows()).toEqual([key]);
  await removeOrphans(fixture, -1000);
  expect(await buffer(await (await state.openBlob(address)).read())).toEqual(bytes);
});

test('an upload that has expired is left for a minute more, for a commit that began before', async () => {
  const [recent, old] = [await begin(), await begin()];
  await fixture.database`
    update blob_upload set expires_on = now() - (case key when ${old} then 70 else 50 end) * interval '1 second'`;
  await sweepUploads(fixture);
  const left = await keysIn(fixture.blobs);
  expect([left.includes(recent), left.includes(old)]).toEqual([true, false]);
});

test('the walk over all blobs comes to its end', async () => {
  await fixture.database`
    insert into blob (key, content_length, content_hash, content_type)
    select gen_random_uuid(), 1, '', 'text/plain' from generate_series(1, 1234)`;
  let steps = 0;
  for (let walk: BlobWalk | undefined = beforeAllBlobs; walk !== undefined; steps += 1)
    walk = await markOrphans(fixture.database, walk);
  expect(steps).toBe(3);
  const [marked] = await fixture.database`select count(*) as count from blob where orphaned_on is not null`;
  expect(marked?.count).toBe(1234);
});

test('bytes that the database does not know go after their grace, and those of blobs and uploads stay', async () => {
  const { key } = await newBlob();
  const upload = await begin();
  const stray = randomUUID();
  await fixture.blobs.put(stray, streamOf(someBytes(5)));
  const strayUpload = randomUUID();
  await fixture.blobs.begin(strayUpload);
  expect(await sweepStore(fixture, 60_000)).toBe(0);
  expect(await sweepStore(fixture, -1000)).toBe(2);
  const left = await keysIn(fixture.blobs);
  expect(left).toEqual(expect.arrayContaining([key, upload]));
  expect(left).not.toContain(stray);
  expect(left).not.toContain(strayUpload);
});

test('the store of another database is not emptied, however few blobs it has, and also beside new ones', async () => {
  await fixture.blobs.put(randomUUID(), streamOf(someBytes(1)));
  await expect(sweepStore(fixture, -1000)).rejects.toThrow(
    '1 items that the database does not know, and 0 that it does',
  );
  await newBlob();
  await fixture.blobs.put(randomUUID(), streamOf(someBytes(1)));
  await expect(sweepStore(fixture, -1000)).rejects.toThrow('nothing was removed');
  expect(await keysIn(fixture.blobs)).toHaveLength(3);
  await newBlob();
  expect(await sweepStore(fixture, -1000), 'what was left of failed uploads').toBe(2);
});

test('a check finds nothing wrong where nothing is', async () => {
  await newBlob();
  await begin();
  expect(await check({ isThorough: true })).toMatchObject({ blobCount: 2, broken: [], unknown: [], isSound: true });
});

test('a check tells of lost, cut and changed bytes and of strangers, and repairs them', async () => {
  const [lost, longer, changed, good] = [await newBlob(), await newBlob(), await newBlob(), await newBlob()];
  const path = (key: string) => `${fixture.folder}/blobs/${key.slice(0, 2)}/${key}`;
  await fixture.blobs.remove(lost.key);
  await appendFile(path(longer.key), 'x');
  await fixture.blobs.remove(changed.key);
  await fixture.blobs.put(changed.key, streamOf(someBytes(1000)));
  const stray = randomUUID();
  await fixture.blobs.put(stray, streamOf(someBytes(5)));

  const found = await check({ isThorough: true });
  expect(found.isSound).toBe(false);
  expect(found.unknown).toEqual([{ key: stray, kind: 'blob', contentLength: 5, isRemoved: false }]);
  expect(new Map(found.broken.map(({ key, problem }) => [key, problem]))).toEqual(
    new Map([
      [lost.key, 'missing'],
      [longer.key, 'wrongLength'],
      [changed.key, 'wrongHash'],
    ]),
  );
  expect(found.broken.find(({ key }) => key === lost.key)?.entries).toEqual([lost.address]);

  expect(await check({ isThorough: true, repair: true })).toMatchObject({ isSound: true });
  expect((await fixture.state.get(lost.address)).blob).toBeUndefined();
  expect((await fixture.state.get(lost.address)).version).toBe(3);
  await check({ repair: true });
  expect(await check({ isThorough: true })).toMatchObject({ blobCount: 1, broken: [], unknown: [], isSound: true });
  expect(await buffer(await (await fixture.state.openBlob(good.address)).read())).toEqual(good.bytes);
});

test('a repair takes nothing from entries where the store has none of their blobs, unless it is told to', async () => {
  const { address, key } = await newBlob();
  await fixture.blobs.remove(key);
  await expect(check({ repair: true })).rejects.toThrow('none of the 1 blobs of the database is in');
  expect((await fixture.state.get(address)).blob).toBeDefined();
  await check({ repair: true, mayRepairAll: true });
  expect((await fixture.state.get(address)).blob).toBeUndefined();
});

test('a repair removes nothing from a store of which the database knows no item, unless it is told to', async () => {
  const stray = randomUUID();
  await fixture.blobs.put(stray, streamOf(someBytes(5)));
  await expect(check({ repair: true })).rejects.toThrow('the database knows none of the 1 items in');
  expect(await keysIn(fixture.blobs)).toContain(stray);
  await check({ repair: true, mayRepairAll: true });
  expect(await keysIn(fixture.blobs)).not.toContain(stray);
});

test('housekeeping does its jobs by itself, in two processes at once, and stops', async () => {
  const old = await begin();
  const { address, key } = await newBlob();
  await fixture.state.delete(address, {}, ada);
  await fixture.database`delete from state_version`;
  await fixture.database`update blob_upload set expires_on = now() - interval '2 minutes' where key = ${old}`;
  const stray = randomUUID();
  await fixture.blobs.put(stray, streamOf(someBytes(5))); // before a sweep could remove it half-written
  const troubles: Error[] = [];
  const keepers = [1, 2].map(() =>
    startBlobHousekeeping({
      ...fixture,
      orphanGraceMs: 60_000, // the first two sweeps only mark it
      unknownGraceMs: -1000,
      compareEveryMs: 240,
      onTrouble: (error) => troubles.push(error),
    }),
  );
  await expect.poll(() => keysIn(fixture.blobs), patiently).not.toContain(stray);
  await expect.poll(() => keysIn(fixture.blobs), patiently).not.toContain(old);
  await expect
    .poll(async () => (await fixture.database`select from blob where orphaned_on is not null`).length, patiently)
    .toBe(1);
  await Promise.all(keepers.map((keeper) => keeper.stop()));
  const again = startBlobHousekeeping({ ...fixture, orphanGraceMs: 0, onTrouble: (error) => troubles.push(error) });
  await expect.poll(() => keysIn(fixture.blobs), patiently).not.toContain(key);
  await again.stop();
  expect(troubles).toEqual([]);
});
