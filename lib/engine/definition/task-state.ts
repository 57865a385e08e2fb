import type { Readable } from 'node:stream';
import type {
  BlobInfo,
  BlobUploadOptions,
  JsonValue,
  StateInput,
  StateOrder,
  StatePrefix,
  StateResponse,
} from '#contract';

/** An entry as a run read it. */
export type StateEntry<T = JsonValue> = Omit<StateResponse, 'value' | 'receipt'> & { value: T };

/** The answer to a change: the entry without its value, so that the journal does not hold it twice. */
export type SavedState = Omit<StateResponse, 'value' | 'receipt'>;

/** The input of a save. The value is stored as JSON, like the result of a step. */
export type StateDraft = Omit<StateInput, 'value'> & { value: unknown };

export type StateListOptions = {
  prefix?: string;
  /** Groups ids that contain it after the prefix into `prefixes`. */
  delimiter?: string;
  /** Part of the id, case-insensitive. */
  search?: string;
  /** `key=value`; one match is enough. */
  tag?: string[];
  hasBlob?: boolean;
  expires?: boolean;
  /** RFC 3339. */
  modifiedAfter?: string;
  modifiedBefore?: string;
  orderBy?: StateOrder;
  /** `false` omits the values. */
  includeValue?: boolean;
  /** Default 100. A page may be shorter, because it is recorded with the step. */
  maxPageSize?: number;
  continuationToken?: string;
};

/** A page of entries. `continuationToken` is the token of the next page. */
export type StateListing<T = JsonValue> = {
  value: (Omit<StateEntry<T>, 'value'> & { value?: T })[];
  prefixes: StatePrefix[];
  continuationToken?: string;
};

/**
 * A source of a blob's bytes: the path of a file, bytes, a stream, or a function that opens a stream. The function is
 * called only when the bytes are needed, so not on a replay.
 */
export type BlobSource = string | Uint8Array | Readable | (() => Readable | Promise<Readable>);

/** A blob as of the step that read it. `read` returns the same bytes after later uploads. */
export type StateBlob = BlobInfo & {
  storeName: string;
  id: string;
  /**
   * Reads all bytes, or the bytes `start` to `end`, both included, as far as there are any. The stream fails when the blob
   * store has not as many bytes as `contentLength` says.
   */
  read(range?: { start: number; end: number }): Promise<Readable>;
};

/**
 * State of a run. Each call is a step: its result is recorded and returned on replay, and its writes are committed
 * together with that record, so that they happen exactly once.
 *
 * A refused call (a condition that does not hold, a value that the store's schema forbids) rejects with a
 * `StateRefusedError`, and nothing is written. Stores are shared; the first entry creates one.
 */
export type TaskState = {
  /** Returns the entry, or `undefined` when there is none. */
  get<T = JsonValue>(storeName: string, id: string): Promise<StateEntry<T> | undefined>;
  /** Returns a page of a store's entries. */
  list<T = JsonValue>(storeName: string, options?: StateListOptions): Promise<StateListing<T>>;
  /** Creates or replaces an entry. `ifMatch` or `ifNoneMatch` make it conditional. */
  save(storeName: string, input: StateDraft): Promise<SavedState>;
  /**
   * Upserts and deletes entries, all or none, each under its own condition. Resolves with the upserted ones in order.
   */
  transaction(
    storeName: string,
    input: { upserts?: StateDraft[]; deletes?: { id: string; ifMatch?: string }[] },
  ): Promise<SavedState[]>;
  /** Resolves with whether there was an entry. */
  delete(storeName: string, id: string, options?: { ifMatch?: string }): Promise<boolean>;
  /** Saves an entry together with its blob, both or neither. A replay does not send the bytes again. */
  saveBlob(storeName: string, input: StateDraft, source: BlobSource, options?: BlobUploadOptions): Promise<SavedState>;
  /** Uploads the blob of an entry with `hasBlob`. */
  uploadBlob(
    storeName: string,
    id: string,
    source: BlobSource,
    options?: BlobUploadOptions,
  ): Promise<SavedState & { blob: BlobInfo }>;
  /** Returns the entry's blob, or `undefined` when there is none. */
  openBlob(storeName: string, id: string): Promise<StateBlob | undefined>;
};
