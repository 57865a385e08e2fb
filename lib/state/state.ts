import type { Readable } from 'node:stream';
import type {
  BlobInfo,
  BlobUploadOptions,
  BlobUploadResult,
  Page,
  ParsedResumableUploadInput,
  ParsedStateInput,
  ParsedStateTransaction,
  ResumableUpload,
  StateAccessRecord,
  StateBulkDeleteResponse,
  StateBulkResponse,
  StateGetBulkResponse,
  StateListFilter,
  StatePage,
  StateResponse,
  StateTransactionResponse,
  StateUndoResponse,
  StateVersion,
  StateVersionListFilter,
  StateWriter,
  Store,
  StoreListFilter,
  StorePolicy,
} from '#contract';

/** How a blob is uploaded. With its length, 413 before a byte is read, and 400 `IncompleteBlob` where others came. */
export type BlobUpload = BlobUploadOptions & { contentLength?: number | undefined };

/** A store of one namespace: `''` is everybody's, any other the identity whose own it is (`operator:…`). */
export type StoreAddress = { namespace: string; storeName: string };
/** `keepsMarks`: the sensitive pointers of later versions stay, for a writer who cannot see what they cover. */
export type RestoreOptions = { ifMatch?: string | undefined; keepsMarks?: boolean };

export type EntryAddress = StoreAddress & { id: string };

type Paging = { maxPageSize: number; continuationToken?: string | undefined };

export type StateDeletion = { isDeleted: boolean; receipt?: string };

/** An open blob: its facts, and its bytes on demand. */
export type OpenBlob = BlobInfo & {
  storeName: string;
  id: string;
  entryEtag: string;
  /** Of the entry or version that has it, with those of the store: the empty pointer hides the blob as well. */
  sensitive: readonly string[];
  /** Bytes `start` to `end`, both included; all of them without. */
  read(range?: { start: number; end: number }, signal?: AbortSignal): Promise<Readable>;
};

/** A resumable upload with who may go on with it. */
export type OpenUpload = ResumableUpload & { identity: string };

export type StateDeleteOptions = { ifMatch?: string | undefined };

/**
 * The state stores. Records are whole: redaction is the service's, and their `sensitive` holds the store's pointers too;
 * redaction markers in what is saved keep what is stored there. Every failure that a caller can cause is a
 * `TaskdeckError`; refused operations are named in its `failures`. Times are the database's. An expired entry is as if it
 * were not there. Every change commits whole, and together with what `committingWith` (of `#database`) adds.
 */
export type State = {
  listStores(namespace: string, filter: StoreListFilter): Promise<Page<Store>>;
  getStore(address: StoreAddress): Promise<Store>;
  setPolicy(address: StoreAddress, policy: StorePolicy): Promise<Store>;

  list(address: StoreAddress, filter: StateListFilter): Promise<StatePage & { continuationToken?: string }>;
  get(address: EntryAddress, options?: { includeValue?: boolean }): Promise<StateResponse>;
  bulkGet(
    address: StoreAddress,
    input: { ids?: string[] | undefined; prefix?: string | undefined } | undefined,
  ): Promise<StateGetBulkResponse>;
  save(address: StoreAddress, input: ParsedStateInput, writer: StateWriter): Promise<StateResponse>;
  bulkSave(
    address: StoreAddress,
    entries: readonly ParsedStateInput[],
    writer: StateWriter,
  ): Promise<StateBulkResponse>;
  transaction(
    address: StoreAddress,
    input: ParsedStateTransaction,
    writer: StateWriter,
  ): Promise<StateTransactionResponse>;
  delete(address: EntryAddress, options: StateDeleteOptions, writer: StateWriter): Promise<StateDeletion>;
  bulkDelete(
    address: StoreAddress,
    deletes: readonly { id: string; ifMatch?: string | undefined }[],
    writer: StateWriter,
  ): Promise<StateBulkDeleteResponse>;

  listVersions(address: EntryAddress, filter: StateVersionListFilter): Promise<Page<StateVersion>>;
  getVersion(address: EntryAddress, version: number): Promise<StateVersion>;
  restore(address: EntryAddress, version: number, options: RestoreOptions, writer: StateWriter): Promise<StateResponse>;
  undo(
    address: StoreAddress,
    receipt: string,
    writer: StateWriter,
    options?: Pick<RestoreOptions, 'keepsMarks'>,
  ): Promise<StateUndoResponse>;
  listAccess(address: EntryAddress, paging: Paging): Promise<Page<StateAccessRecord>>;

  /** Streams `source` in and commits it as the entry's blob, or leaves no trace. */
  uploadBlob(
    address: EntryAddress,
    source: Readable,
    options: BlobUpload,
    writer: StateWriter,
    signal?: AbortSignal,
  ): Promise<BlobUploadResult>;
  /** As `save` and `uploadBlob` in one commit. */
  saveWithBlob(
    address: StoreAddress,
    input: ParsedStateInput,
    source: Readable,
    options: BlobUpload,
    writer: StateWriter,
    signal?: AbortSignal,
  ): Promise<StateResponse>;
  openBlob(address: EntryAddress, options?: { versionId?: string | undefined }): Promise<OpenBlob>;

  beginUpload(
    namespace: string,
    input: ParsedResumableUploadInput,
    identity: string,
    writer: StateWriter,
  ): Promise<ResumableUpload>;
  getUpload(uploadId: string): Promise<OpenUpload>;
  listUploads(
    namespace: string,
    identity: string,
    filter: Paging & { storeName?: string | undefined },
  ): Promise<Page<ResumableUpload>>;
  /** Adds bytes at `offset` (409 `UploadOffsetMismatch`); with the last one commits the blob. Keeps what was durable. */
  appendUpload(
    uploadId: string,
    offset: number,
    source: Readable,
    writer: StateWriter,
    signal?: AbortSignal,
  ): Promise<ResumableUpload>;
  abandonUpload(uploadId: string): Promise<void>;
};
