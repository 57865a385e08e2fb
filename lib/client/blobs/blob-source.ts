import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isErrored, isReadable, Readable } from 'node:stream';

/** A source of a blob's bytes: the path of a file, bytes, or a stream of bytes. */
export type BlobSource =
  | string
  | Uint8Array
  | ArrayBuffer
  | Readable
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** A source that is ready to be read. */
export type PreparedSource = {
  /** `undefined` when the length is known only after reading. */
  length: number | undefined;
  /** Whether `open` can be called again for a retry. */
  isRewindable: boolean;
  /** The name of a file. */
  fileName?: string;
  open(): Readable;
};

const chunkBytes = 1024 * 1024;

/**
 * Opens a source. Throws `TypeError` for an invalid source, and the file system's error when the path does not exist.
 */
export async function prepareSource(source: BlobSource, contentLength: number | undefined): Promise<PreparedSource> {
  if (contentLength !== undefined && (!Number.isSafeInteger(contentLength) || contentLength < 0))
    throw new RangeError('contentLength: must be a whole number of bytes');
  if (typeof source === 'string') return preparePath(source, contentLength);
  if (source instanceof Uint8Array || source instanceof ArrayBuffer)
    return prepareBytes(source instanceof Uint8Array ? source : new Uint8Array(source));
  if (typeof source !== 'object' || source === null || !(Symbol.asyncIterator in source))
    throw new TypeError('source: must be a path, a Buffer or Uint8Array, or a stream of bytes');
  if (isSpent(source)) throw new TypeError('source: the stream was read or closed before: open it again');
  const stream = source instanceof Readable ? source : Readable.from(source, { objectMode: false });
  return { length: contentLength, isRewindable: false, open: () => stream };
}

/** Whether nothing is left to read of a stream, which would be sent as no bytes. One that failed tells why by itself. */
function isSpent(source: object): boolean {
  if (!(source instanceof Readable || source instanceof ReadableStream)) return false;
  // the types of these functions leave out that they take web streams too
  const [wasRead, canBeRead, hasFailed] = [Readable.isDisturbed, isReadable, isErrored].map((tell): boolean =>
    Reflect.apply(tell, Readable, [source]),
  );
  return wasRead === true && canBeRead === false && hasFailed === false;
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
