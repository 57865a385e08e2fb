import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { checkedKey } from '../blob-key.ts';
import { AppendError, BlobMissingError, type BlobStore, BytesLostError } from '../blob-store.ts';
import { DurableWrites } from './durable-writes.ts';
import { hasCode, unlessMissing } from './error-code.ts';
import { listFiles } from './list-files.ts';
import { readFile } from './read-file.ts';
import { makeFolder, syncFolder } from './sync-folder.ts';

/**
 * Stores blobs as files in `folder`: finished ones as `blobs/3f/3f2c…`, unfinished uploads as `uploads/3f2c…`. Bytes
 * are on the disk (fsync) before their name exists, and a name appears with one rename, so a blob is complete or
 * absent. The state of an upload is its length. Bytes beyond it, left by a writer that died, are written over, and cut off
 * at the end only: a writer that stood still and goes on late must not cut off what another one has kept meanwhile.
 */
export function fileBlobStore(folder: string): BlobStore {
  const root = resolve(folder);
  const uploads = join(root, 'uploads');
  const blobPath = (key: string) => join(root, 'blobs', checkedKey(key).slice(0, 2), key);
  const uploadPath = (key: string) => join(uploads, checkedKey(key));
  const writes = new DurableWrites();

  async function create(key: string): Promise<FileHandle> {
    await makeFolder(uploads);
    return writes.create(uploadPath(key));
  }

  /** A file that is gone is made again for the first bytes. */
  async function openUpload(key: string, offset: number): Promise<FileHandle> {
    const handle = await unlessMissing(open(uploadPath(key), 'r+'));
    if (handle !== undefined) return handle;
    if (offset > 0) throw new BytesLostError('0', 0);
    const made = await create(key);
    await syncFolder(uploads);
    return made;
  }

  async function publish(key: string): Promise<void> {
    const target = blobPath(key);
    await makeFolder(dirname(target));
    await rename(uploadPath(key), target);
    await syncFolder(dirname(target));
    await syncFolder(uploads);
  }

  return {
    description: `file (${root})`,

    async put(key, source, signal) {
      const handle = await create(key);
      try {
        const written = await writes.write(handle, 0, source, signal);
        if (written.failure) throw written.failure.cause;
        await handle.close();
        await publish(key);
        return written.position;
      } catch (error) {
        await handle.close();
        await rm(uploadPath(key), { force: true });
        throw error;
      }
    },

    async begin(key) {
      const handle = await create(key);
      await handle.close();
      await syncFolder(uploads);
      return '0';
    },

    async append(key, state, offset, source, signal) {
      if (state !== String(offset)) throw new RangeError(`upload ${key} is at ${state}, not at ${offset}`);
      const handle = await openUpload(key, offset);
      try {
        await requireLength(handle, offset);
        const { position, failure } = await writes.write(handle, offset, source, signal);
        if (failure) throw new AppendError(String(position), position, failure.cause);
        return { state: String(position), length: position };
      } finally {
        await handle.close();
      }
    },

    async finish(key, state) {
      try {
        await cutTo(uploadPath(key), Number(state));
        await publish(key);
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error;
        if ((await unlessMissing(stat(blobPath(key)))) === undefined)
          throw new BytesLostError('0', 0, { cause: error });
      }
    },

    async abandon(key) {
      await rm(uploadPath(key), { force: true });
    },

    async read(key, range, signal) {
      const handle = await unlessMissing(open(blobPath(key), 'r'));
      if (handle === undefined) throw new BlobMissingError(key);
      try {
        const { size } = await handle.stat();
        return readFile(handle, size, range, signal);
      } catch (error) {
        await handle.close();
        throw error;
      }
    },

    async lengthOf(key) {
      return (await unlessMissing(stat(blobPath(key))))?.size;
    },

    async remove(key) {
      await rm(blobPath(key), { force: true });
    },

    list: () => listFiles(root),

    removeItem: (item) => rm(item.kind === 'blob' ? blobPath(item.key) : uploadPath(item.key), { force: true }),

    async check() {
      try {
        await probeFolder(uploads);
        writes.requireRoom();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`the folder of blobs ${root} cannot be written to: ${reason}`, { cause: error });
      }
    },
  };
}

/** Makes an empty file and removes it. */
async function probeFolder(folder: string): Promise<void> {
  const probe = join(folder, `probe-${randomUUID()}`);
  await makeFolder(folder);
  const handle = await open(probe, 'wx', 0o600);
  try {
    await handle.sync();
  } finally {
    await handle.close(); // each check of a disk that fails would keep one open
    await rm(probe, { force: true });
  }
}

/** Cuts off the bytes that a dead writer left. */
async function cutTo(path: string, length: number): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    if ((await requireLength(handle, length)) === length) return;
    await handle.truncate(length);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Resolves with the size of a file. Rejects when that is less than expected: the gap would be read as zeros. */
async function requireLength(handle: FileHandle, length: number): Promise<number> {
  const { size } = await handle.stat();
  if (size < length) throw new BytesLostError(String(size), size);
  return size;
}
