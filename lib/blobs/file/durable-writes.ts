import { type FileHandle, open } from 'node:fs/promises';
import type { ByteSource } from '../blob-store.ts';
import { foundNoRoom } from './error-code.ts';
import { type Written, writeStream } from './write-stream.ts';

/** Writes to one disk, which remember why the last of them found no room, until one succeeds. */
export class DurableWrites {
  #noRoom: Error | undefined;

  /** Makes a file that does not exist yet. */
  create(path: string): Promise<FileHandle> {
    return open(path, 'wx', 0o600).catch(this.#rethrowNoted);
  }

  /** Like `writeStream`, with an fsync up to the returned position. Rejects when the disk fails. */
  async write(handle: FileHandle, position: number, source: ByteSource, signal?: AbortSignal): Promise<Written> {
    const written = await writeStream(handle, position, source, signal);
    if (written.failure !== undefined) this.#note(written.failure.cause);
    await handle.sync().catch(this.#rethrowNoted);
    if (written.failure === undefined && written.position > position) this.#noRoom = undefined;
    return written;
  }

  /** Throws why the last write found no room. An empty file finds room also on a full disk. */
  requireRoom(): void {
    if (this.#noRoom !== undefined) throw this.#noRoom;
  }

  #note(error: unknown): void {
    if (error instanceof Error && foundNoRoom(error)) this.#noRoom = error;
  }

  readonly #rethrowNoted = (error: unknown): never => {
    this.#note(error);
    throw error;
  };
}
