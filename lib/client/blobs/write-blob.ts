import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A destination of a blob's bytes: the path of a file, or a stream, which is ended after them. */
export type BlobDestination = string | Writable | WritableStream<Uint8Array>;

/** Throws `TypeError` for an invalid destination. */
export function checkDestination(destination: BlobDestination): void {
  const isStream = destination instanceof Writable || destination instanceof WritableStream;
  if (!isStream && (typeof destination !== 'string' || destination === ''))
    throw new TypeError('destination: must be a path or a writable stream');
}

/**
 * Writes all bytes. A file is written to a temporary name and renamed when it is durable, so it is complete or absent.
 */
export async function writeBlob(bytes: AsyncIterable<Uint8Array>, destination: BlobDestination): Promise<void> {
  if (typeof destination === 'string') return writeFile(bytes, destination);
  if (destination instanceof Writable) return pipeline(Readable.from(bytes, { objectMode: false }), destination);
  const writer = destination.getWriter();
  try {
    for await (const chunk of bytes) await writer.write(chunk);
    await writer.close();
  } catch (error) {
    await writer.abort(error);
    throw error;
  }
}

async function writeFile(bytes: AsyncIterable<Uint8Array>, path: string): Promise<void> {
  const partial = `${path}.${randomUUID()}.partial`;
  const file = createWriteStream(partial, { flags: 'wx', flush: true, highWaterMark: 1024 * 1024 });
  try {
    await pipeline(bytes, file);
    if (!file.closed) await once(file, 'close');
    await rename(partial, path);
  } catch (error) {
    await closed(file); // an open that is still under way creates the file after it was removed
    await rm(partial, { force: true });
    throw error;
  }
}

/** Unlike `once`, not ended by an error that the stream tells before it is closed. */
async function closed(file: WriteStream): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  file.once('close', resolve);
  file.destroy();
  if (!file.closed) await promise;
}
