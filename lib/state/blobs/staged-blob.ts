import type { BlobMetadata, BlobUploadOptions } from '#contract';

/** A blob whose bytes are in the blob store, durably, and that no entry has yet. */
export type StagedBlob = {
  key: string;
  contentLength: number;
  /** SHA-256 in hexadecimal digits. */
  contentHash: string;
  contentType: string;
  contentEncoding: string | undefined;
  contentDisposition: string | undefined;
  fileName: string | undefined;
  metadata: BlobMetadata | undefined;
};

/** What was uploaded with what was said of it. */
export function stagedBlob(
  key: string,
  { contentLength, contentHash }: { contentLength: number; contentHash: string },
  options: BlobUploadOptions,
): StagedBlob {
  return {
    key,
    contentLength,
    contentHash,
    contentType: options.contentType ?? 'application/octet-stream',
    contentEncoding: options.contentEncoding,
    contentDisposition: options.contentDisposition,
    fileName: options.fileName,
    metadata: options.metadata,
  };
}
