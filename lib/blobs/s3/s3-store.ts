import { S3Client } from '@aws-sdk/client-s3';
import type { BlobStore } from '../blob-store.ts';
import type { S3Config } from '../config.ts';
import { partedBlobStore } from '../parts/parted-store.ts';
import { s3Service } from './s3-service.ts';

/** Blobs in a bucket of S3 or of a service that speaks its protocol. */
export function s3BlobStore(config: S3Config): BlobStore {
  const client = new S3Client({
    region: config.region,
    forcePathStyle: config.isPathStyle,
    // Services other than Amazon's do not know the SDK's newer checksums; each blob has a SHA-256 of ours.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(config.endpoint !== undefined && { endpoint: config.endpoint }),
    ...(config.credentials && { credentials: config.credentials }),
  });
  return partedBlobStore(s3Service(client, config));
}
