import type { BlobMetadata, StateResponse } from '#contract';
import type { OperationOptions, PostOptions } from '../options.ts';
import type { StateGetOptions } from '../state/options.ts';
import type { BlobContent } from './blob-content.ts';

/** Options of an upload. Operations also accept only `overwrite` in their place. */
export type UploadBlobOptions = PostOptions & {
  /** Whether an existing blob is replaced. Default false: fails with `BlobAlreadyExists`. */
  overwrite?: boolean | undefined;
  /** Default `application/octet-stream`. */
  contentType?: string | undefined;
  contentEncoding?: string | undefined;
  contentDisposition?: 'attachment' | 'inline' | undefined;
  /** The file name of a download. Default for a path: its last part. */
  fileName?: string | undefined;
  metadata?: BlobMetadata | undefined;
  /**
   * SHA-256 in lower-case hexadecimal digits. Bytes with another hash fail with `ContentHashMismatch`, and nothing
   * changes.
   */
  contentHash?: string | undefined;
  /** The etag of the blob to replace. */
  ifMatch?: string | undefined;
  /** The required etag of the entry. */
  ifEntryMatch?: string | undefined;
  /** The number of bytes of a stream, if known. The service can then refuse too many bytes at once. */
  contentLength?: number | undefined;
  /** Called with the number of sent bytes. A retry begins at 0 again. */
  onProgress?: ((loadedBytes: number) => void) | undefined;
};

/** Part and conditions of a download. */
export type DownloadBlobOptions = OperationOptions & {
  /** A part of the blob: `count` bytes from `offset`, or the rest without `count`. */
  range?: { offset: number; count?: number | undefined } | undefined;
  /** Only the blob with this etag; otherwise `PreconditionFailed`. */
  ifMatch?: string | undefined;
  /** Throws `NotModified` when the blob has this etag. */
  ifNoneMatch?: string | undefined;
  /** Reads the blob of an earlier version of the entry. */
  versionId?: string | undefined;
  /** Called with the number of received bytes. */
  onProgress?: ((loadedBytes: number) => void) | undefined;
};

/** Options for reading an entry with its blob. `ifNoneMatch` refers to the entry. */
export type GetBlobStateOptions = StateGetOptions & Pick<DownloadBlobOptions, 'range' | 'onProgress'>;

/** Properties of a downloaded blob. */
export type BlobDetails = {
  /** Length of the answer: the whole blob or the requested part. */
  contentLength: number;
  /** Offset of the part; 0 for a whole blob. */
  offset: number;
  /** Length of the whole blob. */
  blobLength: number;
  contentType: string;
  contentEncoding?: string;
  /** The header `Content-Disposition`, including the file name. */
  contentDisposition?: string;
  /** SHA-256 of the whole blob in hexadecimal digits. */
  contentHash?: string;
  etag: string;
  lastModifiedOn?: string;
};

/** An open download: the blob's properties, and its bytes on demand. */
export type BlobDownload = { details: BlobDetails; content: BlobContent };

/** An entry with its blob. */
export type StateDownloadResponse = BlobDownload & { state: StateResponse };
