import type { BlobStore, ByteSource } from '#blobs';
import { limits, type StateWriter, TaskdeckError } from '#contract';
import type { Database } from '#database';
import type { BlobUpload, EntryAddress, State } from '../state.ts';
import type { StateWriting } from '../write/writing.ts';
import type { BlobContext } from './context.ts';
import { discard } from './discard.ts';
import { openBlob } from './open-blob.ts';
import { stageBlob } from './stage-blob.ts';
import type { StagedBlob } from './staged-blob.ts';
import { saveWithBlob, uploadBlob } from './upload-blob.ts';
import { abandonUpload } from './uploads/abandon-upload.ts';
import { appendUpload } from './uploads/append-upload.ts';
import { beginUpload } from './uploads/begin-upload.ts';
import { getUpload } from './uploads/get-upload.ts';
import { keptMeters } from './uploads/kept-meters.ts';
import { listUploads } from './uploads/list-uploads.ts';

/** The blob part of `State`. */
type BlobState = Pick<
  State,
  | 'uploadBlob'
  | 'saveWithBlob'
  | 'openBlob'
  | 'beginUpload'
  | 'getUpload'
  | 'listUploads'
  | 'appendUpload'
  | 'abandonUpload'
>;

/** The blob part of `State`, and what commits of others' own need of it. */
export type StateBlobs = BlobState & {
  /**
   * Brings bytes in for a commit of the caller's own: in one transaction `claimStaged`, then an upsert with
   * `blobChange`; or else `discard`. What is neither is swept after ten minutes without a sign of life.
   */
  stage(
    address: EntryAddress,
    source: ByteSource,
    options: BlobUpload,
    writer: StateWriter,
    signal?: AbortSignal,
  ): Promise<StagedBlob>;
  /** Gives a staged blob up, unless it was committed. */
  discard(staged: StagedBlob): Promise<void>;
};

export type StateBlobsOptions = {
  database: Database;
  writing: StateWriting;
  blobs: BlobStore;
  /** Of one blob; `limits.blobBytes` without it. */
  maximumBlobBytes?: number | undefined;
};

/** Blobs of entries: bytes in the blob store, everything else in the database. */
export function createStateBlobs(options: StateBlobsOptions): StateBlobs {
  const { database, writing, blobs } = options;
  const context: BlobContext = {
    database,
    writing,
    blobs,
    maximumBlobBytes: options.maximumBlobBytes ?? limits.blobBytes,
  };
  const resuming = { ...context, meters: keptMeters() };
  return {
    uploadBlob: (address, source, upload, writer, signal) =>
      uploadBlob(context, address, source, upload, writer, signal),
    saveWithBlob: (address, input, source, upload, writer, signal) =>
      saveWithBlob(context, address, input, source, upload, writer, signal),
    openBlob: (address, given) => openBlob(context, address, given),
    beginUpload: (namespace, input, identity, writer) => beginUpload(resuming, namespace, input, identity, writer),
    getUpload: (uploadId) => getUpload(resuming, uploadId),
    listUploads: (namespace, identity, filter) => listUploads(resuming, namespace, identity, filter),
    appendUpload: (uploadId, offset, source, writer, signal) =>
      appendUpload(resuming, uploadId, offset, source, writer, signal),
    abandonUpload: (uploadId) => abandonUpload(resuming, uploadId),
    stage: (address, source, upload, writer, signal) => stageBlob(context, address, source, upload, writer, signal),
    discard: (staged) => discard(context, staged.key),
  };
}

/** Where no blob store is configured: all that needs one is 503 `ServiceUnavailable`. */
export function withoutBlobs(): BlobState {
  const refuse = () =>
    Promise.reject(new TaskdeckError('ServiceUnavailable', 'no blob store is configured: see TASKDECK_BLOB_STORE'));
  return {
    uploadBlob: refuse,
    saveWithBlob: refuse,
    openBlob: refuse,
    beginUpload: refuse,
    getUpload: refuse,
    listUploads: refuse,
    appendUpload: refuse,
    abandonUpload: refuse,
  };
}
