import type { Readable } from 'node:stream';

/** The state of an unfinished upload. Only the store can read it. */
export type UploadState = string;

/** A range of bytes. Both ends are included. */
export type ByteRange = { start: number; end: number };

/**
 * Bytes in pieces of any size, for example a `Readable`. An error that it throws ends the upload. A store passes each
 * piece to `recycle` after its last use.
 */
export type ByteSource = AsyncIterable<Uint8Array>;

/** An item of a store: a finished blob, or the rest of an unfinished upload. */
export type StoredItem = {
  key: string;
  kind: 'blob' | 'upload';
  contentLength: number;
  modifiedOn: string;
  /** Where the item is. Only the store can read it. */
  place: string;
};

/**
 * Keeps blobs: bytes under keys (UUIDs made by the caller). It has no part in entries: a row in the database makes a
 * blob visible to callers. Both directions stream with constant memory. Several processes may call every method, but
 * only one writer at a time may add to an upload.
 */
export type BlobStore = {
  /** Its name in `TASKDECK_BLOB_STORE`, and in parentheses where it is: for logs and operators. */
  readonly description: string;
  /**
   * Stores all of `source` durably as the blob at `key`. A failure or an abort leaves nothing. Resolves with the length
   * in bytes.
   */
  put(key: string, source: ByteSource, signal?: AbortSignal): Promise<number>;
  /** Starts an upload in pieces. The blob at `key` cannot be read before `finish`. */
  begin(key: string): Promise<UploadState>;
  /**
   * Appends bytes at `offset`, the length that came with `state`. Resolves with the next state and the new length when
   * all of `source` is durable. Rejects with a `RangeError` when the state is of another length. When `source` fails,
   * rejects with `AppendError`, which has the durable length. When bytes before `offset` are not there any more, rejects with
   * `BytesLostError`. If a writer dies before its new state is saved, the next
   * one continues from the old state. A late one, with an old state, leaves the bytes after those that it writes.
   */
  append(
    key: string,
    state: UploadState,
    offset: number,
    source: ByteSource,
    signal?: AbortSignal,
  ): Promise<{ state: UploadState; length: number }>;
  /** Turns the upload into the blob at `key`, durably. Idempotent. Rejects with `BytesLostError` as `append` does. */
  finish(key: string, state: UploadState): Promise<void>;
  /** Removes what an unfinished upload has left, or without `state` what a `put` has left. Idempotent. */
  abandon(key: string, state?: UploadState): Promise<void>;
  /**
   * Returns the blob's bytes or a range of them. Its pieces may be passed to `recycle`. Rejects with `BlobMissingError`
   * before the first byte when there is no blob.
   */
  read(key: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable>;
  /** Returns the blob's length in bytes, or `undefined` when there is no finished blob. */
  lengthOf(key: string): Promise<number | undefined>;
  /** Removes the blob if there is one. */
  remove(key: string): Promise<void>;
  /** Lists all items in no order, to compare them with the database. */
  list(): AsyncIterable<StoredItem>;
  /** Removes an item that `list` returned. */
  removeItem(item: StoredItem): Promise<void>;
  /**
   * Checks that the store can be used (folder, bucket or container, permissions). Throws an error that says what is
   * wrong.
   */
  check(): Promise<void>;
};

/** Thrown when there is no finished blob at a key. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';

  constructor(key: string, options?: { cause: unknown }) {
    super(`there is no blob ${key}`, options);
  }
}

/** An append that ended early. The durable bytes stay, and the upload can continue after them. */
export class AppendError extends Error {
  override readonly name = 'AppendError';
  readonly state: UploadState;
  /** The durable bytes of the whole upload. */
  readonly length: number;

  constructor(state: UploadState, length: number, cause: unknown) {
    super(`the upload was cut off after ${length} bytes`, { cause });
    this.state = state;
    this.length = length;
  }
}

/** Bytes of an unfinished upload are not there any more. It can continue after `length` bytes, from `state`. */
export class BytesLostError extends Error {
  override readonly name = 'BytesLostError';
  readonly state: UploadState;
  /** The bytes that are still there. */
  readonly length: number;

  constructor(state: UploadState, length: number, options?: { cause: unknown }) {
    super(`the blob store has lost the bytes of the upload after the first ${length}`, options);
    this.state = state;
    this.length = length;
  }
}
