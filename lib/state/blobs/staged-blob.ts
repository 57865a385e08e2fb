import type { BlobMetadata, BlobUploadOptions } from '#contract';

/** A blob whose bytes are durable in the blob store and that no entry has yet. */
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

/** Combines what was uploaded with what was declared. */
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
