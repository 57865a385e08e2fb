import type { BlobMetadata, StateResponse } from '#contract';
import type { OperationOptions, PostOptions } from '../options.ts';
import type { StateGetOptions } from '../state/options.ts';
import type { BlobContent } from './blob-content.ts';

/** How a blob is uploaded. In place of these, operations also take `overwrite` alone. */
export type UploadBlobOptions = PostOptions & {
  /** Whether a blob that is there is replaced: else `BlobAlreadyExists`. Default false. */
  overwrite?: boolean | undefined;
  /** Default `application/octet-stream`. */
  contentType?: string | undefined;
  contentEncoding?: string | undefined;
  contentDisposition?: 'attachment' | 'inline' | undefined;
  /** What a download is called. Default, of a path: its last part. */
  fileName?: string | undefined;
  metadata?: BlobMetadata | undefined;
  /** SHA-256 in lower-case hexadecimal digits that the bytes must have: else `ContentHashMismatch`, nothing changed. */
  contentHash?: string | undefined;
  /** The etag of the blob that is to be replaced. */
  ifMatch?: string | undefined;
  /** The etag that the entry must have. */
  ifEntryMatch?: string | undefined;
  /** How many bytes a stream has, where that is known: the service can then refuse too many at once. */
  contentLength?: number | undefined;
  /** Told how many bytes are on their way; begins anew when the upload is tried again. */
  onProgress?: ((loadedBytes: number) => void) | undefined;
};

/** What of a blob is read, and under which conditions. */
export type DownloadBlobOptions = OperationOptions & {
  /** A part of it: `count` bytes (all the rest without) from `offset`. */
  range?: { offset: number; count?: number | undefined } | undefined;
  /** Only the blob of this etag: else `PreconditionFailed`. */
  ifMatch?: string | undefined;
  /** Not the blob of this etag: `NotModified`. */
  ifNoneMatch?: string | undefined;
  /** The blob of an earlier version of the entry. */
  versionId?: string | undefined;
  /** Told how many bytes have come. */
  onProgress?: ((loadedBytes: number) => void) | undefined;
};

/** How an entry is read together with its blob; `ifNoneMatch` is about the entry. */
export type GetBlobStateOptions = StateGetOptions & Pick<DownloadBlobOptions, 'range' | 'onProgress'>;

/** What a download tells of the blob. */
export type BlobDetails = {
  /** Of what is answered: the whole blob, or the part of it. */
  contentLength: number;
  /** Where the part begins; 0 of a whole blob. */
  offset: number;
  /** Of the whole blob. */
  blobLength: number;
  contentType: string;
  contentEncoding?: string;
  /** As the header says it, with the file's name. */
  contentDisposition?: string;
  /** SHA-256 of the whole blob in hexadecimal digits. */
  contentHash?: string;
  etag: string;
  lastModifiedOn?: string;
};

/** A blob that is being read: what it is, and its bytes on demand. */
export type BlobDownload = { details: BlobDetails; content: BlobContent };

/** An entry with its blob. */
export type StateDownloadResponse = BlobDownload & { state: StateResponse };
