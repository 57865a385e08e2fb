export { blobChange, claimStaged } from './blob-row.ts';
export { createStateBlobs, type StateBlobs, type StateBlobsOptions, withoutBlobs } from './create-state-blobs.ts';
export type { StagedBlob } from './staged-blob.ts';
