import type { BlobStore, ByteSource } from '#blobs';
import { limits, type StateWriter, TaskdeckError } from '#contract';
import { bindFirst, type Database } from '#database';
import type { BlobUpload, EntryAddress } from '../records.ts';
import type { StateWriting } from '../write/writing.ts';
import type { BlobContext } from './context.ts';
import { discard } from './discard.ts';
import { openBlob } from './open-blob.ts';
import { type StageOptions, stageBlob } from './stage-blob.ts';
import type { StagedBlob } from './staged-blob.ts';
import { saveWithBlob, uploadBlob } from './upload-blob.ts';
import { abandonUpload } from './uploads/abandon-upload.ts';
import { appendUpload } from './uploads/append-upload.ts';
import { beginUpload } from './uploads/begin-upload.ts';
import { findUpload, getUpload } from './uploads/get-upload.ts';
import { keptMeters } from './uploads/kept-meters.ts';
import { listUploads } from './uploads/list-uploads.ts';

type StateBlobsOptions = {
  database: Database;
  writing: StateWriting;
  blobs: BlobStore;
  /** The maximum size of one blob. Default: `limits.blobBytes`. */
  maximumBlobBytes?: number | undefined;
};

/** Blobs of entries: their bytes are in the blob store, everything else in the database. */
export function createStateBlobs({ database, writing, blobs, maximumBlobBytes }: StateBlobsOptions) {
  const context: BlobContext = { database, writing, blobs, maximumBlobBytes: maximumBlobBytes ?? limits.blobBytes };
  const resuming = { ...context, meters: keptMeters() };
  return {
    ...bindFirst(context, blobsOfEntries),
    ...bindFirst(resuming, resumableUploads),
    /**
     * Uploads bytes for a commit of the caller: either one transaction with `claimStaged` and an upsert with
     * `blobChange`, or `discard`. Without either, the sweep removes them after ten minutes without a heartbeat.
     */
    stage: (address: EntryAddress, source: ByteSource, options: BlobUpload, writer: StateWriter, how?: StageOptions) =>
      stageBlob(context, address, source, options, writer, how),
    /** Discards a staged blob unless it was committed. */
    discard: (staged: StagedBlob) => discard(context, staged.key),
  };
}

export type StateBlobs = ReturnType<typeof createStateBlobs>;

/** The blob part of `State`. */
export type BlobState = Omit<StateBlobs, 'stage' | 'discard'>;

const blobsOfEntries = { uploadBlob, saveWithBlob, openBlob };
const resumableUploads = { beginUpload, findUpload, getUpload, listUploads, appendUpload, abandonUpload };

/** The blob part without a blob store: everything that needs one throws 503 `ServiceUnavailable`. */
export function withoutBlobs(): BlobState {
  const refuse = () =>
    Promise.reject(new TaskdeckError('ServiceUnavailable', 'no blob store is configured: see TASKDECK_BLOB_STORE'));
  return {
    uploadBlob: refuse,
    saveWithBlob: refuse,
    openBlob: refuse,
    beginUpload: refuse,
    findUpload: refuse,
    getUpload: refuse,
    listUploads: refuse,
    appendUpload: refuse,
    abandonUpload: refuse,
  };
}
