import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { BlobSource } from '../definition/task-state.ts';

const pieceBytes = 1024 * 1024;

/** The bytes of a source as a stream; a function is called now. */
export async function openSource(source: BlobSource): Promise<Readable> {
  const given = typeof source === 'function' ? await source() : source;
  if (typeof given === 'string') return createReadStream(given, { highWaterMark: pieceBytes });
  if (given instanceof Uint8Array) return Readable.from(piecesOf(given));
  return given;
}

/** A stream that is not needed, as its bytes were sent by an earlier attempt, holds nothing open. */
export function closeSource(source: BlobSource): void {
  if (source instanceof Readable) source.destroy();
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes);
}
