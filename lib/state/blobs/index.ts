export { blobChange, claimStaged } from './blob-row.ts';
export { type BlobState, createStateBlobs, type StateBlobs, withoutBlobs } from './create-state-blobs.ts';
export { ofLength } from './of-length.ts';
export type { StagedBlob } from './staged-blob.ts';
export {
  type BlobReport,
  type BrokenBlob,
  type CheckBlobsOptions,
  checkBlobs,
  ForeignStoreError,
  type UnknownItem,
} from './sweep/check-blobs.ts';
export { type BlobHousekeepingOptions, startBlobHousekeeping } from './sweep/start-blob-housekeeping.ts';
export type { Transfer } from './transfer.ts';
