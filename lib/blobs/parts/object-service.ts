import type { Readable } from 'node:stream';
import type { ByteRange } from '../blob-store.ts';

/**
 * The operations of an object service (S3, Azure Blob Storage): an object is written whole or assembled from numbered
 * parts. Names are paths below the store's prefix. Writing a part again replaces it.
 */
export type ObjectService = {
  readonly description: string;
  /** Starts the parts of an object. Resolves with their identifier. */
  beginParts(name: string, signal?: AbortSignal): Promise<string>;
  /**
   * Resolves with the tag of the part, which `completeParts` needs. Numbers begin at 1. This and `completeParts` reject with
   * `PartsLostError` when the service does not have the earlier parts any more.
   */
  putPart(name: string, parts: string, number: number, bytes: Uint8Array, signal?: AbortSignal): Promise<string>;
  completeParts(name: string, parts: string, tags: readonly string[], signal?: AbortSignal): Promise<void>;
  /** Removes the parts if they exist. `parts` is empty when the writer died before its identifier was saved. */
  abandonParts(name: string, parts: string, signal?: AbortSignal): Promise<void>;
  putObject(name: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void>;
  /** Returns `undefined` when there is no such object. */
  getObject(name: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable | undefined>;
  lengthOf(name: string, signal?: AbortSignal): Promise<number | undefined>;
  /** Removes the object if it exists. */
  removeObject(name: string, signal?: AbortSignal): Promise<void>;
  listObjects(
    prefix: string,
    signal?: AbortSignal,
  ): AsyncIterable<{ name: string; contentLength: number; modifiedOn: string }>;
  /** Lists the parts of objects that were started and not completed, as far as the service reports them. */
  listParts(prefix: string, signal?: AbortSignal): AsyncIterable<{ name: string; parts: string; modifiedOn: string }>;
  check(signal?: AbortSignal): Promise<void>;
};

/** Thrown when the service has removed the parts of an object that was not complete. */
export class PartsLostError extends Error {
  override readonly name = 'PartsLostError';
}

/** The name of a finished blob. */
export const blobName = (key: string) => `blobs/${key}`;
