import type { Readable } from 'node:stream';

/** An upload that a store keeps until it is finished or abandoned: text that only the store understands. */
export type UploadState = string;

/** Bytes `start` to `end`, both included. */
export type ByteRange = { start: number; end: number };

/** Something a store holds: a finished blob, or what an unfinished upload has left. */
export type StoredItem = { key: string; kind: 'blob' | 'upload'; contentLength: number; modifiedOn: string };

/**
 * Where blobs are kept: bytes under keys (UUIDs, made by the caller). Knows nothing of entries; a blob becomes visible
 * to callers by a database row. Streams both ways with flat memory; a failing or aborted stream leaves what was
 * durable before it. Every method may be called by several processes, but one upload by one writer at a time.
 */
export type BlobStore = {
  /** `file`, `s3` or `azure`, and where: for logs and the operator. */
  readonly description: string;
  /** Starts an upload. Nothing can be read at `key` before `finish`. */
  begin(key: string): Promise<UploadState>;
  /**
   * Adds bytes at `offset`, which must be what is durable so far. Resolves when all of `source` is durable, with the
   * state to go on with and the new length; when `source` fails or the signal aborts, rejects with `AppendError`,
   * which says how far it got. Bytes that cannot be kept by themselves (a part too small) may be dropped then.
   */
  append(
    key: string,
    state: UploadState,
    offset: number,
    source: Readable,
    signal?: AbortSignal,
  ): Promise<{ state: UploadState; length: number }>;
  /** How many bytes of an upload are durable. */
  received(key: string, state: UploadState): Promise<number>;
  /** Makes the upload the blob at `key`, durably. Doing it again is no error. */
  finish(key: string, state: UploadState): Promise<void>;
  /** Removes what an unfinished upload has left. */
  abandon(key: string, state: UploadState): Promise<void>;
  /** The blob's bytes, or a range of them. Throws `BlobMissingError` before any byte where there is none. */
  read(key: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable>;
  /** Its length, or `undefined` where there is no finished blob. */
  lengthOf(key: string): Promise<number | undefined>;
  /** Also when there is none. */
  remove(key: string): Promise<void>;
  /** All it holds, in no order: for the check against the database. */
  list(): AsyncIterable<StoredItem>;
  /** Removes a left-over that `list` told of. */
  removeItem(item: StoredItem): Promise<void>;
  /** Says whether it can be used (folder, bucket or container, rights), else throws with a sentence that says why. */
  check(): Promise<void>;
};

/** There is no finished blob at a key. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';

  constructor(key: string) {
    super(`there is no blob ${key}`);
  }
}

/** An append that ended early: what is durable is kept and can be gone on from. */
export class AppendError extends Error {
  override readonly name = 'AppendError';
  readonly state: UploadState;
  /** Durable bytes of the whole upload. */
  readonly length: number;

  constructor(state: UploadState, length: number, cause: unknown) {
    super(`the upload was cut off after ${length} bytes`, { cause });
    this.state = state;
    this.length = length;
  }
}
