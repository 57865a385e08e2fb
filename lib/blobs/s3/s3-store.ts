import { S3Client } from '@aws-sdk/client-s3';
import type { BlobStore } from '../blob-store.ts';
import type { S3Config } from '../config.ts';
import { partedBlobStore } from '../parts/parted-store.ts';
import { type TimeLimits, withTimeLimits } from '../parts/time-limits.ts';
import { s3Service } from './s3-service.ts';

/**
 * Connections to S3 are not bounded here. A download keeps one for as long as its reader takes, so with the SDK's 50 the slow
 * downloads of one caller would keep others from all blobs. What one caller may have open is bounded by the service.
 */
const connections = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };

/** A blob store in a bucket of S3 or of a compatible service. */
export function s3BlobStore(config: S3Config, limits?: TimeLimits): BlobStore {
  const client = new S3Client({
    region: config.region,
    forcePathStyle: config.isPathStyle,
    requestHandler: { httpAgent: connections, httpsAgent: connections, socketTimeout: 0 }, // `withTimeLimits` has them
    // Other services do not support the SDK's newer checksums. Each blob has a SHA-256 of its own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(config.endpoint !== undefined && { endpoint: config.endpoint }),
    ...(config.credentials && { credentials: config.credentials }),
  });
  return partedBlobStore(withTimeLimits(s3Service(client, config), limits));
}
