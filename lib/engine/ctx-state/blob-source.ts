import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { NonRetryableError } from '../definition/failures.ts';
import type { BlobSource } from '../definition/task-state.ts';

const pieceBytes = 1024 * 1024;

/**
 * Opens a source as a stream. Calls it when it is a function. Throws for a stream that was read before, of which nothing is
 * left: it would be stored as no bytes.
 */
export async function openSource(source: BlobSource): Promise<Readable> {
  const given = typeof source === 'function' ? await source() : source;
  if (typeof given === 'string') return createReadStream(given, { highWaterMark: pieceBytes });
  if (given instanceof Uint8Array) return Readable.from(piecesOf(given));
  if ((given.readableEnded || given.destroyed) && given.errored === null)
    throw new NonRetryableError('ctx.state: the stream of the blob was read or closed before: open it in a function');
  return given;
}

/** Closes a stream whose bytes are not needed, because an earlier attempt has sent them. */
export function closeSource(source: BlobSource): void {
  if (source instanceof Readable) source.destroy();
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes);
}
