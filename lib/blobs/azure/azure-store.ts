import { BlobServiceClient } from '@azure/storage-blob';
import type { BlobStore } from '../blob-store.ts';
import type { AzureConfig } from '../config.ts';
import { partedBlobStore } from '../parts/parted-store.ts';
import { type TimeLimits, withTimeLimits } from '../parts/time-limits.ts';
import { azureService } from './azure-service.ts';

/** Blobs in a container of Azure Blob Storage. */
export function azureBlobStore(config: AzureConfig, limits?: TimeLimits): BlobStore {
  const account = BlobServiceClient.fromConnectionString(config.connectionString);
  return partedBlobStore(withTimeLimits(azureService(account.getContainerClient(config.container), config), limits));
}
