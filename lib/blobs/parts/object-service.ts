import type { Readable } from 'node:stream';
import type { ByteRange, StoredItem } from '../blob-store.ts';

/**
 * What a service of objects (S3, Azure Blob) can do, in its smallest words: an object is written whole, or put together
 * from numbered parts. Names are paths below the store's prefix. A part written again replaces the one before.
 */
export type ObjectService = {
  readonly description: string;
  /** Starts the parts of an object; resolves with what names them. */
  beginParts(name: string): Promise<string>;
  /** Resolves with what `completeParts` wants to know of this part. Numbers begin at 1. */
  putPart(name: string, parts: string, number: number, bytes: Uint8Array, signal?: AbortSignal): Promise<string>;
  completeParts(name: string, parts: string, tags: readonly string[]): Promise<void>;
  /** Also where there are none any more. `parts` is empty where a writer died before it could tell them. */
  abandonParts(name: string, parts: string): Promise<void>;
  putObject(name: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void>;
  /** `undefined` where there is none. */
  getObject(name: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable | undefined>;
  lengthOf(name: string): Promise<number | undefined>;
  /** Also where there is none. */
  removeObject(name: string): Promise<void>;
  listObjects(prefix: string): AsyncIterable<{ name: string; contentLength: number; modifiedOn: string }>;
  /** Parts of objects that were begun and not completed, as far as the service tells of them. */
  listParts(prefix: string): AsyncIterable<{ name: string; parts: string; modifiedOn: string }>;
  check(): Promise<void>;
};

/** Where a finished blob lies. */
export const blobName = (key: string) => `blobs/${key}`;
/** Below this lie the bytes of an upload that do not fill a part yet. */
export const tailsPrefix = (key: string) => `uploads/${key}/`;
/** A name of its own for each length, so that a writer that died can go on from the tail before. */
export const tailName = (key: string, length: number) => `${tailsPrefix(key)}${length}`;

/** A stored name, read back; `undefined` for what is none of ours. */
export function itemOf(
  name: string,
  facts: { contentLength: number; modifiedOn: string },
  place: string,
): StoredItem | undefined {
  const match = /^(?:blobs\/([0-9a-f-]{36})|uploads\/([0-9a-f-]{36})\/\d+)$/.exec(name);
  const key = match?.[1] ?? match?.[2];
  if (key === undefined) return undefined;
  return { key, kind: match?.[1] === undefined ? 'upload' : 'blob', ...facts, place };
}
