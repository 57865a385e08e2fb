import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';

/** Where a blob's bytes come from: a file's path, the bytes themselves, or a stream of them. */
export type BlobSource =
  | string
  | Uint8Array
  | ArrayBuffer
  | Readable
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** A source that has been looked at. */
export type PreparedSource = {
  /** `undefined`: known only when it has been read. */
  length: number | undefined;
  /** Whether `open` can be called again, for another try. */
  isRewindable: boolean;
  /** Of a file. */
  fileName?: string;
  open(): Readable;
};

const chunkBytes = 1024 * 1024;

/** Looks at a source. Throws `TypeError` for what is none, and the file system's error where a path leads nowhere. */
export async function prepareSource(source: BlobSource, contentLength: number | undefined): Promise<PreparedSource> {
  if (contentLength !== undefined && (!Number.isSafeInteger(contentLength) || contentLength < 0))
    throw new RangeError('contentLength: must be a whole number of bytes');
  if (typeof source === 'string') return preparePath(source, contentLength);
  if (source instanceof Uint8Array || source instanceof ArrayBuffer)
    return prepareBytes(source instanceof Uint8Array ? source : new Uint8Array(source));
  if (typeof source !== 'object' || source === null || !(Symbol.asyncIterator in source))
    throw new TypeError('source: must be a path, a Buffer or Uint8Array, or a stream of bytes');
  const stream = source instanceof Readable ? source : Readable.from(source, { objectMode: false });
  return { length: contentLength, isRewindable: false, open: () => stream };
}

async function preparePath(path: string, contentLength: number | undefined): Promise<PreparedSource> {
  const file = await stat(path);
  const fileName = basename(path);
  if (file.isDirectory()) throw new TypeError(`${path}: is a folder`);
  if (!file.isFile())
    return { length: contentLength, isRewindable: false, fileName, open: () => createReadStream(path) };
  const length = file.size;
  const open = () =>
    length === 0 ? Readable.from([]) : createReadStream(path, { end: length - 1, highWaterMark: chunkBytes });
  return { length, isRewindable: true, fileName, open };
}

function prepareBytes(bytes: Uint8Array): PreparedSource {
  function* chunks() {
    for (let start = 0; start < bytes.byteLength; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
  }
  return {
    length: bytes.byteLength,
    isRewindable: true,
    open: () => Readable.from(chunks(), { objectMode: false, highWaterMark: chunkBytes }),
  };
}
