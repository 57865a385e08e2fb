import { createHash, type Hash } from 'node:crypto';
import { addAbortSignal, Readable } from 'node:stream';
import type { ByteSource } from '#blobs';
import { TaskdeckError } from '#contract';
import { gathered } from './gathered.ts';

/** What has passed through so far. */
export type Meter = { length: number; hash: Hash };

export const newMeter = (): Meter => ({ length: 0, hash: createHash('sha256') });

/** The most bytes that may pass, and the word for what says so. */
export type ByteLimit = { bytes: number; name: string };

/**
 * Passes bytes on in large pieces, measured and hashed as they come; more than the limit end it with 413
 * `PayloadTooLarge`. Ends with the signal even while it waits for bytes.
 */
export async function* measured(
  source: ByteSource,
  meter: Meter,
  limit: ByteLimit,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const stream = source instanceof Readable ? source : Readable.from(source);
  guard(stream);
  if (signal !== undefined) addAbortSignal(signal, stream);
  try {
    yield* gathered(stream, (piece) => {
      const length = meter.length + piece.byteLength;
      if (length > limit.bytes) throw tooManyBytes(limit, `${length} so far`);
      meter.length = length;
      meter.hash.update(piece);
    });
  } finally {
    if (stream !== source) stream.destroy();
  }
}

/** 413, with the limit and what came. */
export function tooManyBytes({ bytes, name }: ByteLimit, actual: string): TaskdeckError {
  return new TaskdeckError('PayloadTooLarge', `the blob has more than ${bytes} bytes (${actual}), the limit (${name})`);
}

/** A stream may fail before anything reads it, and after: its error is for who reads, and ends no process. */
export function guard(source: ByteSource): void {
  if (source instanceof Readable) source.on('error', () => {});
}
