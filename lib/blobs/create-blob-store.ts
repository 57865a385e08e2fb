import type { BlobStore } from './blob-store.ts';
import type { BlobConfig } from './config.ts';
import { fileBlobStore } from './file/file-store.ts';

/** The store that a configuration names. A cloud's SDK is loaded only where it is used. */
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
