import type { BlobStore } from './blob-store.ts';
import type { BlobConfig } from './config.ts';
import { fileBlobStore } from './file/file-store.ts';

/** Creates the configured store. The SDK of a cloud is loaded only when it is used. */
export async function createBlobStore(config: BlobConfig): Promise<BlobStore> {
  switch (config.store) {
    case 'file':
      return fileBlobStore(config.folder);
    case 's3':
      return (await import('./s3/s3-store.ts')).s3BlobStore(config);
    case 'azure':
      return (await import('./azure/azure-store.ts')).azureBlobStore(config);
  }
}
