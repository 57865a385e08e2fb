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
import { isRequestFailedError } from '../request-failed-error.ts';
import { EntryOperations } from './entry-operations.ts';
import { type EntryAddress, type EntryArguments, readEntryArguments, readReference } from './state-reference.ts';

/** The operations on blobs, with those on entries and stores: all of `StateClient` in its asynchronous form. */
export class BlobOperations extends EntryOperations {
  /**
   * Saves an entry together with its blob, both or neither. A blob that is there is replaced only with `overwrite`:
   * else `BlobAlreadyExists`. A path or bytes are sent again when the connection breaks. Needs `state/create`.
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
   * Uploads the blob of an entry that was saved with `hasBlob: true`. A blob that is there is replaced only with
   * `overwrite`: else `BlobAlreadyExists`. A path or bytes are sent again when the connection breaks; a stream cannot
   * be (`SourceNotRewindable`). What the service has is compared with what was sent. Needs `state/create`.
   */
  async uploadBlobAsync(
    stateResponse: StateReference,
    source: BlobSource,
    overwriteOrOptions: boolean | UploadBlobOptions = false,
  ): Promise<BlobUploadResult> {
    return uploadBlob(this.connection, stateResponse, source, overwriteOrOptions);
  }

  /**
   * Writes an entry's blob to a file or stream, and answers the blob's facts. A broken download goes on where it was,
   * of the same blob only; a file is there whole, its SHA-256 right, or not at all. Needs `state/read`.
   */
  async downloadBlobToAsync(
    stateResponse: StateReference,
    destination: BlobDestination,
    options: DownloadBlobOptions = {},
  ): Promise<BlobDetails> {
    checkDestination(destination);
    const { details, bytes } = await openBlob(this.connection, readReference(stateResponse), options);
    await writeBlob(bytes, destination);
    return details;
  }

  /** Opens an entry's blob: its facts, and its bytes as they are read. Needs `state/read`. */
  async downloadBlobContentAsync(
    stateResponse: StateReference,
    options: DownloadBlobOptions = {},
  ): Promise<BlobDownload> {
    const { details, bytes } = await openBlob(this.connection, readReference(stateResponse), options);
    return { details, content: new BlobContent(bytes) };
  }

  /** Reads an entry and writes its blob, as it was when the entry was read, to a file or stream. Needs `state/read`. */
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

  /** Reads an entry and opens its blob, as it was when the entry was read. Needs `state/read`. */
  async getBlobStateContentAsync(
    ...given: EntryArguments<[options?: GetBlobStateOptions]>
  ): Promise<StateDownloadResponse> {
    const { address, rest } = readEntryArguments(given, 0);
    const { state, blob } = await this.#openWithBlob(address, rest[0]);
    return { state, details: blob.details, content: new BlobContent(blob.bytes) };
  }

  /** An entry and its blob belong together: when another blob is put in between, both are read again. */
  async #openWithBlob(
    address: EntryAddress,
    { range, onProgress, ...options }: GetBlobStateOptions = {},
  ): Promise<{ state: StateResponse; blob: OpenBlob }> {
    for (let attempt = 1; ; attempt++) {
      const state = await this.getStateAsync(address, options);
      const { abortSignal } = options;
      try {
        const blob = await openBlob(this.connection, address, {
          abortSignal,
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
