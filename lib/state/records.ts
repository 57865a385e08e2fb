import type { Readable } from 'node:stream';
import type { BlobInfo, BlobUploadOptions, ResumableUpload } from '#contract';

/**
 * How a blob is uploaded. With `contentLength`, a length above the limit is refused (413) before any byte is read, and
 * a different actual length is 400 `IncompleteBlob`.
 */
export type BlobUpload = BlobUploadOptions & { contentLength?: number | undefined };

/** A store of one namespace: `''` is shared by all, any other is the identity that owns it (`operator:…`). */
export type StoreAddress = { namespace: string; storeName: string };
/** `keepsMarks`: keeps the sensitive pointers of later versions, for a writer who cannot see what they cover. */
/** `isNew`: only where there is no current entry. */
export type RestoreOptions = { ifMatch?: string | undefined; isNew?: boolean; keepsMarks?: boolean };

export type EntryAddress = StoreAddress & { id: string };

export type StateDeletion = { isDeleted: boolean; receipt?: string };

/** An open blob: its description, and its bytes on demand. */
export type OpenBlob = BlobInfo & {
  storeName: string;
  id: string;
  entryEtag: string;
  /**
   * The pointers of the entry or version that has the blob, with those of the store. The empty pointer hides the blob
   * too.
   */
  sensitive: readonly string[];
  /** Reads the bytes `start` to `end`, both included, or all of them. */
  read(range?: { start: number; end: number }, signal?: AbortSignal): Promise<Readable>;
};

/** A resumable upload with the identity that may continue it. */
export type OpenUpload = ResumableUpload & { identity: string };

export type StateDeleteOptions = { ifMatch?: string | undefined };
