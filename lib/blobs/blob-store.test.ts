import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { BlobServiceClient } from '@azure/storage-blob';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppendError, BlobMissingError, type BlobStore, BytesLostError, type StoredItem } from './blob-store.ts';
import type { BlobConfig } from './config.ts';
import { createBlobStore } from './create-blob-store.ts';
import { readAll } from './parts/read-all.ts';
import { startAzureEmulator } from './testing/azure-emulator.ts';
import { startS3Emulator } from './testing/s3-emulator.ts';

const MiB = 1024 * 1024;

type Place = { store: BlobStore; stop(): Promise<void> };

/** Every store: a missing one does not compile. */
const places: Record<BlobConfig['store'], () => Promise<Place>> = {
  async file() {
    const folder = await mkdtemp(join(tmpdir(), 'taskdeck-blobs-'));
    return {
      store: await createBlobStore({ store: 'file', folder }),
      stop: () => rm(folder, { recursive: true, force: true }),
    };
  },
  async s3() {
    const emulator = await startS3Emulator();
    return { store: await createBlobStore(emulator.config), stop: emulator.stop };
  },
  async azure() {
    const emulator = await startAzureEmulator();
    return { store: await createBlobStore(emulator.config), stop: emulator.stop };
  },
};

/** Random bytes: no part repeats, so a wrong order of parts shows. */
const someBytes = (length: number) => randomBytes(length);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The bytes in pieces of one size. */
async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

/** The bytes, followed by a broken connection. */
async function* thenBroken(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  yield* inPieces(bytes, size);
  throw new Error('the connection broke');
}

/** The error of work that finds bytes lost. */
async function lostAt(work: Promise<unknown>): Promise<BytesLostError> {
  const error = await work.catch((reason: unknown) => reason);
  if (error instanceof BytesLostError) return error;
  throw new Error('no bytes were found lost', { cause: error });
}

describe.each(Object.entries(places))('the blob store %s', (kind, start) => {
  let place: Place;
  let store: BlobStore;
  beforeAll(async () => {
    place = await start();
    store = place.store;
  });
  afterAll(() => place.stop());

  async function itemsOf(key: string): Promise<StoredItem[]> {
    const items = [];
    for await (const item of store.list()) if (item.key === key) items.push(item);
    return items;
  }

  test('can be used, and says where it is', async () => {
    await store.check();
    expect(store.description).toMatch(new RegExp(`^${kind} \\(.+\\)$`));
  });

  test('is open to others while many reads wait for their readers', async () => {
    const [key, other] = [randomUUID(), randomUUID()];
    await store.put(key, inPieces(someBytes(4 * MiB), MiB));
    const slow = await Promise.all(Array.from({ length: 120 }, () => store.read(key)));
    await store.put(other, inPieces(Buffer.from('quick'), 1));
    expect((await readAll(await store.read(other))).toString()).toBe('quick');
    for (const read of slow) read.destroy();
    await store.remove(key);
    await store.remove(other);
  });

  test.each([0, 1, 70_000, 8 * MiB, 19 * MiB + 7])('keeps a blob of %i bytes', async (length) => {
    const key = randomUUID();
    const bytes = someBytes(length);
    expect(await store.put(key, inPieces(bytes, 65_536))).toBe(length);
    expect(await store.lengthOf(key)).toBe(length);
    expect(hashOf(await readAll(await store.read(key)))).toBe(hashOf(bytes));
    expect(await itemsOf(key)).toMatchObject([{ kind: 'blob', contentLength: length }]);
    await store.remove(key);
    expect(await store.lengthOf(key)).toBeUndefined();
    await store.remove(key);
  });

  test('reads a range: first and last byte included', async () => {
    const key = randomUUID();
    const bytes = someBytes(10_000);
    await store.put(key, Readable.from([bytes]));
    for (const [start, end] of [
      [0, 1],
      [1, 1],
      [0, 9_999],
      [5_000, 5_009],
      [9_999, 9_999],
    ] as const)
      expect(hashOf(await readAll(await store.read(key, { start, end })))).toBe(hashOf(bytes.subarray(start, end + 1)));
  });

  test('stops reading when the reader leaves', async () => {
    const key = randomUUID();
    await store.put(key, inPieces(someBytes(9 * MiB), 65_536));
    const leaving = new AbortController();
    const reading = (async () => {
      for await (const piece of await store.read(key, undefined, leaving.signal)) if (piece) leaving.abort();
    })();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('has nothing at a key that was never written, and nothing half-written', async () => {
    const key = randomUUID();
    await expect(store.read(key)).rejects.toThrow(BlobMissingError);
    const state = await store.begin(key);
    await store.append(key, state, 0, inPieces(someBytes(100), 10));
    await expect(store.read(key)).rejects.toThrow(BlobMissingError);
    expect(await store.lengthOf(key)).toBeUndefined();
  });

  test.each([3 * MiB, 9 * MiB])('leaves nothing of a blob whose source fails after %i bytes', async (length) => {
    const key = randomUUID();
    await expect(store.put(key, thenBroken(someBytes(length)))).rejects.toThrow('the connection broke');
    await expect(store.read(key)).rejects.toThrow(BlobMissingError);
    expect(await itemsOf(key)).toEqual([]);
  });

  test('leaves nothing of a blob whose upload is aborted', async () => {
    const key = randomUUID();
    const stopping = new AbortController();
    const source = async function* () {
      yield someBytes(9 * MiB);
      stopping.abort();
      yield someBytes(9 * MiB);
    };
    await expect(store.put(key, source(), stopping.signal)).rejects.toThrow();
    expect(await itemsOf(key)).toEqual([]);
  });

  test.each([100, 3 * MiB, 9 * MiB])('goes on with an upload in pieces of %i bytes', async (size) => {
    const key = randomUUID();
    const bytes = someBytes(size * 3 + 17);
    let at = { state: await store.begin(key), length: 0 };
    for (let from = 0; from < bytes.byteLength; from += size) {
      at = await store.append(key, at.state, from, inPieces(bytes.subarray(from, from + size), 50_000));
      expect(at.length).toBe(Math.min(from + size, bytes.byteLength));
    }
    await store.finish(key, at.state);
    expect(hashOf(await readAll(await store.read(key)))).toBe(hashOf(bytes));
    await store.finish(key, at.state);
    expect(await itemsOf(key)).toMatchObject([{ kind: 'blob', contentLength: bytes.byteLength }]);
  });

  test('keeps what was durable when the connection breaks, and goes on from there', async () => {
    const key = randomUUID();
    const bytes = someBytes(21 * MiB);
    const cut = await store
      .append(key, await store.begin(key), 0, thenBroken(bytes.subarray(0, 12 * MiB + 5)))
      .catch((error: unknown) => error);
    expect(cut).toBeInstanceOf(AppendError);
    if (!(cut instanceof AppendError)) return;
    expect(cut.length).toBe(12 * MiB + 5);
    const { state } = await store.append(key, cut.state, cut.length, inPieces(bytes.subarray(cut.length), 65_536));
    await store.finish(key, state);
    expect(hashOf(await readAll(await store.read(key)))).toBe(hashOf(bytes));
  });

  test('goes on from an earlier state when the writer died before it kept the new one', async () => {
    const key = randomUUID();
    const bytes = someBytes(12 * MiB);
    const first = await store.append(key, await store.begin(key), 0, inPieces(bytes.subarray(0, 100), 10));
    await store.append(key, first.state, 100, inPieces(someBytes(11 * MiB), 65_536));
    const again = await store.append(key, first.state, 100, inPieces(bytes.subarray(100), 65_536));
    await store.finish(key, again.state);
    expect(hashOf(await readAll(await store.read(key)))).toBe(hashOf(bytes));
  });

  test.each([1000, 9 * MiB])(
    'a late writer at an earlier state leaves the %i bytes that came since as they are',
    async (length) => {
      const key = randomUUID();
      const bytes = someBytes(length + 17);
      const begun = await store.begin(key);
      const kept = await store.append(key, begun, 0, inPieces(bytes.subarray(0, length), 65_536));
      await store.append(key, begun, 0, inPieces(bytes.subarray(0, 100), 65_536));
      const { state } = await store.append(key, kept.state, length, inPieces(bytes.subarray(length), 65_536));
      await store.finish(key, state);
      expect(hashOf(await readAll(await store.read(key)))).toBe(hashOf(bytes));
    },
  );

  test('an append elsewhere than where the upload is, is refused', async () => {
    const key = randomUUID();
    const { state } = await store.append(key, await store.begin(key), 0, inPieces(someBytes(10), 10));
    await expect(store.append(key, state, 5, inPieces(someBytes(10), 10))).rejects.toThrow(RangeError);
  });

  test('an abandoned upload leaves nothing', async () => {
    const key = randomUUID();
    const { state } = await store.append(key, await store.begin(key), 0, inPieces(someBytes(10 * MiB), 65_536));
    if (kind !== 'azure') expect(await itemsOf(key)).not.toEqual([]);
    await store.abandon(key, state);
    await store.abandon(key, state);
    expect(await itemsOf(key)).toEqual([]);
    await expect(store.read(key)).rejects.toThrow(BlobMissingError);
  });

  test.each(['append', 'finish'] as const)(
    'an upload whose last bytes are gone at its %s goes on before them',
    async (act) => {
      const key = randomUUID();
      const bytes = someBytes(9 * MiB);
      const { state, length } = await store.append(key, await store.begin(key), 0, inPieces(bytes, 65_536));
      for (const item of await itemsOf(key)) if (!item.place.startsWith('parts:')) await store.removeItem(item);
      const lost = await lostAt(
        act === 'append' ? store.append(key, state, length, inPieces(bytes, MiB)) : store.finish(key, state),
      );
      expect(lost.length).toBe(kind === 'file' ? 0 : 8 * MiB);
      const again = await store.append(key, lost.state, lost.length, inPieces(bytes.subarray(lost.length), 65_536));
      await store.finish(key, again.state);
      expect(hashOf(await readAll(await store.read(key)))).toBe(hashOf(bytes));
    },
  );

  test('what list tells of can be removed', async () => {
    const [blob, upload] = [randomUUID(), randomUUID()];
    await store.put(blob, inPieces(someBytes(10), 10));
    await store.append(upload, await store.begin(upload), 0, inPieces(someBytes(9 * MiB), 65_536));
    for (const key of [blob, upload]) {
      const items = await itemsOf(key);
      expect(items.length).toBeGreaterThan(0);
      for (const item of items) await store.removeItem(item);
      expect(await itemsOf(key)).toEqual([]);
    }
  });

  test.each(['../../etc/passwd', '..', '', 'A0000000-0000-4000-8000-000000000000', `${randomUUID()}/x`, 'uploads'])(
    'the key %j is refused',
    async (key) => {
      await expect(store.begin(key)).rejects.toThrow(TypeError);
      await expect(store.put(key, inPieces(someBytes(1), 1))).rejects.toThrow(TypeError);
      await expect((async () => store.read(key))()).rejects.toThrow(TypeError);
      await expect((async () => store.remove(key))()).rejects.toThrow(TypeError);
    },
  );
});

test('an upload whose file is shorter than its state goes on after what is there, and has no zeros in place of the rest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-blobs-'));
  const store = await createBlobStore({ store: 'file', folder });
  const key = randomUUID();
  const { state, length } = await store.append(key, await store.begin(key), 0, inPieces(someBytes(100), 10));
  await truncate(join(folder, 'uploads', key), 60);
  const lost = { name: 'BytesLostError', state: '60', length: 60 };
  await expect(store.finish(key, state)).rejects.toMatchObject(lost);
  await expect(store.append(key, state, length, inPieces(someBytes(10), 10))).rejects.toMatchObject(lost);
  expect(await stat(join(folder, 'uploads', key))).toMatchObject({ size: 60 });
  expect(await store.append(key, '60', 60, inPieces(someBytes(5), 5))).toMatchObject({ length: 65 });
  await rm(folder, { recursive: true, force: true });
});

test('an upload to an object service whose last bytes are fewer than its state says goes on before them', async () => {
  const { config, stop } = await startAzureEmulator();
  const store = await createBlobStore(config);
  const key = randomUUID();
  const { state, length } = await store.append(key, await store.begin(key), 0, inPieces(someBytes(100), 10));
  const container = BlobServiceClient.fromConnectionString(config.connectionString).getContainerClient(
    config.container,
  );
  for await (const { name } of container.listBlobsFlat())
    if (name.includes(key)) await container.getBlockBlobClient(name).upload(someBytes(60), 60);
  const lost = { name: 'BytesLostError', length: 0 };
  await expect(store.append(key, state, length, inPieces(someBytes(200), 10))).rejects.toMatchObject(lost);
  await expect(store.finish(key, state)).rejects.toMatchObject(lost);
  expect(await store.lengthOf(key)).toBeUndefined();
  await stop();
});

test.each([
  ['s3', startS3Emulator, { bucket: 'gone' }, '404 NoSuchBucket'],
  ['azure', startAzureEmulator, { container: 'gone' }, '404 ContainerNotFound'],
] as const)('what %s refuses is told apart from a failure of the service itself', async (_, start, gone, reason) => {
  const { config, stop } = await start();
  const store = await createBlobStore({ ...config, ...gone });
  const refused = { name: 'StoreRefusedError', message: `the blob store refused a request: ${reason}` };
  await expect(store.put(randomUUID(), inPieces(someBytes(10), 10))).rejects.toMatchObject(refused);
  await expect(store.check()).rejects.toThrow('gone cannot be written to');
  await stop();
});

test('a folder that cannot be written to is told by its path', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-blobs-'));
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  const store = await createBlobStore({ store: 'file', folder: file });
  await expect(store.check()).rejects.toThrow(`the folder of blobs ${file} cannot be written to`);
  await rm(folder, { recursive: true, force: true });
});

test('files of others in the folder are left alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-blobs-'));
  const store = await createBlobStore({ store: 'file', folder });
  await store.check();
  await writeFile(join(folder, 'uploads', 'README'), 'mine');
  for await (const item of store.list()) expect.unreachable(item.key);
  expect(await readdir(join(folder, 'uploads'))).toEqual(['README']);
  await rm(folder, { recursive: true, force: true });
});
