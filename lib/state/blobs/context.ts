import type { BlobStore } from '#blobs';
import type { Database } from '#database';
import type { StateWriting } from '../write/writing.ts';

/** Shared by the parts that handle blobs. */
export type BlobContext = {
  database: Database;
  writing: StateWriting;
  blobs: BlobStore;
  /** The maximum size of one blob. A store's policy may be stricter. */
  maximumBlobBytes: number;
};
