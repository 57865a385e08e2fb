import type { BlobUploadResult, StateInput, StateReference, StateResponse } from '#contract';
import { BlobContent } from '../blobs/blob-content.ts';
import type { BlobSource } from '../blobs/blob-source.ts';
import type {
  BlobDetails,
  BlobDownload,
  DownloadBlobOptions,
  GetBlobStateOptions,
  StateDownloadResponse,
  UploadBlobOptions,
} from '../blobs/options.ts';
import { type OpenBlob, openBlob } from '../blobs/read-blob.ts';
import { saveWithBlob, uploadBlob } from '../blobs/upload-blob.ts';
import { type BlobDestination, checkDestination, writeBlob } from '../blobs/write-blob.ts';
import { generalOptions, refuseUnknownOptions } from '../check-options.ts';
import type { Connection } from '../connection.ts';
import { isRequestFailedError } from '../request-failed-error.ts';
import { beginParts } from '../within-time.ts';
import { EntryOperations } from './entry-operations.ts';
import {
  blobVersionOf,
  type EntryAddress,
  type EntryArguments,
  readEntryArguments,
  readReference,
} from './state-reference.ts';

/** The operations on blobs, entries and stores: all asynchronous operations of `StateClient`. */
export class BlobOperations extends EntryOperations {
  /**
   * Saves an entry and its blob, both or neither. An existing blob is replaced only with `overwrite`; otherwise
   * `BlobAlreadyExists`. A path or bytes are sent again after a lost connection. Needs `state/create`.
   */
  async saveBlobStateAsync(
    storeName: string,
    input: StateInput,
    source: BlobSource,
    overwriteOrOptions: boolean | UploadBlobOptions = false,
  ): Promise<StateResponse> {
    return saveWithBlob(this.connection, storeName, input, source, overwriteOrOptions);
  }

  /**
   * Uploads the blob of an entry that was saved with `hasBlob: true`. An existing blob is replaced only with
   * `overwrite`; otherwise `BlobAlreadyExists`. A path or bytes are sent again after a lost connection, a stream is not
   * (`SourceNotRewindable`). The stored bytes are compared with the sent ones. Needs `state/create`.
   */
  async uploadBlobAsync(
    stateResponse: StateReference,
    source: BlobSource,
    overwriteOrOptions: boolean | UploadBlobOptions = false,
  ): Promise<BlobUploadResult> {
    return uploadBlob(this.connection, stateResponse, source, overwriteOrOptions);
  }

  /**
   * Downloads an entry's blob to a file or stream and returns its properties. Given a `StateResponse`, it is the blob
   * that the entry had when it was read. An interrupted download resumes with the same blob. A file appears only when it is complete and its SHA-256 is correct. Needs `state/read`.
   */
  async downloadBlobToAsync(
    stateResponse: StateReference,
    destination: BlobDestination,
    options: DownloadBlobOptions = {},
  ): Promise<BlobDetails> {
    checkDestination(destination);
    const { details, bytes } = await openOf(this.connection, stateResponse, options);
    await writeBlob(bytes, destination);
    return details;
  }

  /**
   * Opens an entry's blob: its properties, and its bytes on demand. Given a `StateResponse`, it is the blob that the
   * entry had when it was read. Needs `state/read`.
   */
  async downloadBlobContentAsync(
    stateResponse: StateReference,
    options: DownloadBlobOptions = {},
  ): Promise<BlobDownload> {
    const { details, bytes } = await openOf(this.connection, stateResponse, options);
    return { details, content: new BlobContent(bytes) };
  }

  /** Reads an entry and downloads its blob, both of the same version, to a file or stream. Needs `state/read`. */
  async getBlobStateToAsync(
    ...given: EntryArguments<[destination: BlobDestination, options?: GetBlobStateOptions]>
  ): Promise<StateResponse> {
    const { address, rest } = readEntryArguments(given, 1);
    const [destination, options] = rest;
    checkDestination(destination);
    const { state, blob } = await this.#openWithBlob(address, options);
    await writeBlob(blob.bytes, destination);
    return state;
  }

  /** Reads an entry and opens its blob, both of the same version. Needs `state/read`. */
  async getBlobStateContentAsync(
    ...given: EntryArguments<[options?: GetBlobStateOptions]>
  ): Promise<StateDownloadResponse> {
    const { address, rest } = readEntryArguments(given, 0);
    const { state, blob } = await this.#openWithBlob(address, rest[0]);
    return { state, details: blob.details, content: new BlobContent(blob.bytes) };
  }

  /** Reads both again when the blob was replaced between the two reads. */
  async #openWithBlob(
    address: EntryAddress,
    { range, onProgress, ...options }: GetBlobStateOptions = {},
  ): Promise<{ state: StateResponse; blob: OpenBlob }> {
    const left = beginParts(options.timeoutInMs);
    for (let attempt = 1; ; attempt++) {
      const state = await this.getStateAsync(address, { ...options, timeoutInMs: left() });
      const { abortSignal } = options;
      try {
        const blob = await openBlob(this.connection, address, {
          abortSignal,
          timeoutInMs: left(),
          range,
          onProgress,
          ifMatch: state.blob?.etag,
        });
        return { state, blob };
      } catch (error) {
        if (attempt >= 5 || !isRequestFailedError(error) || error.code !== 'PreconditionFailed') throw error;
      }
    }
  }
}

const downloadOptions = ['range', 'ifMatch', 'ifNoneMatch', 'versionId', 'onProgress'];

/** A `versionId` in the options comes before that of the reference. */
function openOf(connection: Connection, reference: StateReference, options: DownloadBlobOptions): Promise<OpenBlob> {
  refuseUnknownOptions(options, [...generalOptions, ...downloadOptions]);
  const { versionId = blobVersionOf(reference), ...rest } = options;
  return openBlob(connection, readReference(reference), { ...rest, versionId });
}
