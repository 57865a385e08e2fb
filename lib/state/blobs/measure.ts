import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ByteSource } from '#blobs';
import { TaskdeckError } from '#contract';
import { gathered } from './gathered.ts';

/** The length and hash of the bytes so far. */
export type Meter = { length: number; hash: Hash };

export const newMeter = (): Meter => ({ length: 0, hash: createHash('sha256') });

/** A maximum number of bytes, and the name of the limit. */
export type ByteLimit = { bytes: number; name: string };

/**
 * Passes bytes on in large pieces and measures and hashes them. Throws 413 `PayloadTooLarge` above the limit, and
 * the reason of the signal when it aborts, even while it waits for bytes.
 */
export async function* measured(
  source: ByteSource,
  meter: Meter,
  limit: ByteLimit,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const stream = source instanceof Readable ? source : Readable.from(source);
  guard(stream);
  try {
    const look = (piece: Uint8Array) => {
      const length = meter.length + piece.byteLength;
      if (length > limit.bytes) throw tooManyBytes(limit, `${length} so far`);
      meter.length = length;
      meter.hash.update(piece);
    };
    yield* gathered(stream, look, signal);
  } finally {
    if (stream !== source) stream.destroy();
  }
}

/** Returns the 413 with the limit and the actual number of bytes. */
export function tooManyBytes({ bytes, name }: ByteLimit, actual: string): TaskdeckError {
  return new TaskdeckError('PayloadTooLarge', `the blob has more than ${bytes} bytes (${actual}), the limit (${name})`);
}

/** Keeps a failure of a stream from ending the process when nothing reads it. A reader still gets the error. */
export function guard(source: ByteSource): void {
  if (source instanceof Readable) source.on('error', () => {});
}
