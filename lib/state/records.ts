import type { Readable } from 'node:stream';
import type { BlobInfo, BlobUploadOptions, ResumableUpload } from '#contract';

/** How a blob is uploaded. With its length, 413 before a byte is read, and 400 `IncompleteBlob` where others came. */
export type BlobUpload = BlobUploadOptions & { contentLength?: number | undefined };

/** A store of one namespace: `''` is everybody's, any other the identity whose own it is (`operator:…`). */
export type StoreAddress = { namespace: string; storeName: string };
/** `keepsMarks`: the sensitive pointers of later versions stay, for a writer who cannot see what they cover. */
export type RestoreOptions = { ifMatch?: string | undefined; keepsMarks?: boolean };

export type EntryAddress = StoreAddress & { id: string };

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
