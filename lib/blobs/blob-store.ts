import type { Readable } from 'node:stream';

/** An upload that a store keeps until it is finished or abandoned: text that only the store understands. */
export type UploadState = string;

/** Bytes `start` to `end`, both included. */
export type ByteRange = { start: number; end: number };

/**
 * Bytes in pieces of any size, such as a `Readable`: what throws ends the upload. A store that has done with a piece gives
 * it to `recycle`.
 */
export type ByteSource = AsyncIterable<Uint8Array>;

/** Something a store holds: a finished blob, or what an unfinished upload has left. */
export type StoredItem = {
  key: string;
  kind: 'blob' | 'upload';
  contentLength: number;
  modifiedOn: string;
  /** Where it lies, as only the store understands. */
  place: string;
};

/**
 * Where blobs are kept: bytes under keys (UUIDs, made by the caller). Knows nothing of entries; a blob becomes visible
 * to callers by a database row. Streams both ways with flat memory. Every method may be called by several processes,
 * but one upload by one writer at a time.
 */
export type BlobStore = {
  /** `file`, `s3` or `azure`, and where: for logs and the operator. */
  readonly description: string;
  /** All of `source` as the blob at `key`, durably, in one go. A failure or an abort leaves nothing. Resolves with its length. */
  put(key: string, source: ByteSource, signal?: AbortSignal): Promise<number>;
  /** Starts an upload that comes in pieces. Nothing can be read at `key` before `finish`. */
  begin(key: string): Promise<UploadState>;
  /**
   * Adds bytes at `offset`, which is the length that `state` was given with. Resolves when all of `source` is durable,
   * with the state to go on with and the new length; when `source` fails, rejects with `AppendError`, which says how
   * far it got. A writer that dies before its new state is kept goes on from the state before.
   */
  append(
    key: string,
    state: UploadState,
    offset: number,
    source: ByteSource,
    signal?: AbortSignal,
  ): Promise<{ state: UploadState; length: number }>;
  /** Makes the upload the blob at `key`, durably. Doing it again is no error. */
  finish(key: string, state: UploadState): Promise<void>;
  /** Removes what an unfinished upload, or without a state a `put`, has left. Doing it again is no error. */
  abandon(key: string, state?: UploadState): Promise<void>;
  /** The blob's bytes, or a range of them; its pieces may be given to `recycle`. Rejects with `BlobMissingError` before any byte where there is none. */
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

  constructor(key: string, options?: { cause: unknown }) {
    super(`there is no blob ${key}`, options);
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
