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

/** The answer to a change: all of the entry but its value, which the journal need not hold twice. */
export type SavedState = Omit<StateResponse, 'value' | 'receipt'>;

/** What is saved. As with a step's result, the value is what JSON makes of it. */
export type StateDraft = Omit<StateInput, 'value'> & { value: unknown };

export type StateListOptions = {
  prefix?: string;
  /** Rolls ids that have it after the prefix up into `prefixes`. */
  delimiter?: string;
  /** Part of an id, whatever its case. */
  search?: string;
  /** `key=value`; one of them is enough. */
  tag?: string[];
  hasBlob?: boolean;
  expires?: boolean;
  /** RFC 3339. */
  modifiedAfter?: string;
  modifiedBefore?: string;
  orderBy?: StateOrder;
  /** `false` leaves the values out. */
  includeValue?: boolean;
  /** 100 when left out; a page may hold less, as it is recorded with the step. */
  maxPageSize?: number;
  continuationToken?: string;
};

/** A page of entries; `continuationToken` leads to the next one. */
export type StateListing<T = JsonValue> = {
  value: (Omit<StateEntry<T>, 'value'> & { value?: T })[];
  prefixes: StatePrefix[];
  continuationToken?: string;
};

/**
 * The bytes of a blob: a file's path, the bytes themselves, a stream, or a function that opens one. A function is
 * called only when the bytes are needed, so not on a replay.
 */
export type BlobSource = string | Uint8Array | Readable | (() => Readable | Promise<Readable>);

/** A blob as it was when the step read it: `read` gives these bytes whatever is uploaded meanwhile. */
export type StateBlob = BlobInfo & {
  storeName: string;
  id: string;
  /** All of it, or bytes `start` to `end`, both included. */
  read(range?: { start: number; end: number }): Promise<Readable>;
};

/**
 * State of a run. Each call is a step of its own: what it read or answered is recorded and returned on replay, and what
 * it writes is committed together with that record, so that no crash applies it twice, half, or without the record.
 *
 * What state refuses (a condition that does not hold, a value that the store's schema forbids) rejects with a
 * `StateRefusedError`, and nothing is written. Stores are everybody's; one appears with its first entry.
 */
export type TaskState = {
  /** The entry, or `undefined` where there is none. */
  get<T = JsonValue>(storeName: string, id: string): Promise<StateEntry<T> | undefined>;
  /** A page of a store's entries. */
  list<T = JsonValue>(storeName: string, options?: StateListOptions): Promise<StateListing<T>>;
  /** Creates or replaces an entry; with `ifMatch` or `ifNoneMatch`, only under that condition. */
  save(storeName: string, input: StateDraft): Promise<SavedState>;
  /** Upserts and deletes, all or nothing, each under its own condition. Resolves with the upserted, in their order. */
  transaction(
    storeName: string,
    input: { upserts?: StateDraft[]; deletes?: { id: string; ifMatch?: string }[] },
  ): Promise<SavedState[]>;
  /** Whether there was one. */
  delete(storeName: string, id: string, options?: { ifMatch?: string }): Promise<boolean>;
  /** Saves an entry together with its blob: both at once or neither. A replay does not send the bytes again. */
  saveBlob(storeName: string, input: StateDraft, source: BlobSource, options?: BlobUploadOptions): Promise<SavedState>;
  /** Uploads the blob of an entry that accepts one. */
  uploadBlob(
    storeName: string,
    id: string,
    source: BlobSource,
    options?: BlobUploadOptions,
  ): Promise<SavedState & { blob: BlobInfo }>;
  /** The entry's blob, or `undefined` where there is none. */
  openBlob(storeName: string, id: string): Promise<StateBlob | undefined>;
};
