export { blobChange, claimStaged } from './blob-row.ts';
export { createStateBlobs, type StateBlobs } from './create-state-blobs.ts';
export type { BlobUpload, StagedBlob } from './staged-blob.ts';
