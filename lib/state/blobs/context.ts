import type { BlobStore } from '#blobs';
import type { Database } from '#database';
import type { StateWriting } from '../write/writing.ts';

/** What the parts that handle blobs share. */
export type BlobContext = {
  database: Database;
  writing: StateWriting;
  blobs: BlobStore;
  /** Of one blob; a store's policy may allow less. */
  maximumBlobBytes: number;
};
