import { createHash, type Hash } from 'node:crypto';
import { addAbortSignal, Readable } from 'node:stream';
import type { ByteSource } from '#blobs';
import { TaskdeckError } from '#contract';

/** What has passed through so far. */
export type Meter = { length: number; hash: Hash };

export const newMeter = (): Meter => ({ length: 0, hash: createHash('sha256') });

/** The most bytes that may pass, and the word for what says so. */
export type ByteLimit = { bytes: number; name: string };

/** Passes bytes on, measures and hashes them; more than the limit end it with 413 `PayloadTooLarge`. */
export async function* measured(source: ByteSource, meter: Meter, limit: ByteLimit): AsyncGenerator<Uint8Array> {
  for await (const piece of source) {
    const length = meter.length + piece.byteLength;
    if (length > limit.bytes) throw tooManyBytes(limit, `${length} so far`);
    meter.length = length;
    meter.hash.update(piece);
    yield piece;
  }
}

/** 413, with the limit and what came. */
export function tooManyBytes({ bytes, name }: ByteLimit, actual: string): TaskdeckError {
  return new TaskdeckError('PayloadTooLarge', `the blob has more than ${bytes} bytes (${actual}), the limit (${name})`);
}

/**
 * A stream ends with the signal even while it waits for bytes. Where it is not read to its end it stays open, for the
 * caller to end: a request that is destroyed gets no answer.
 */
export function endingWith(source: ByteSource, signal: AbortSignal | undefined): ByteSource {
  guard(source);
  if (!(source instanceof Readable)) return source;
  const stream = signal === undefined ? source : addAbortSignal(signal, source);
  return stream.iterator({ destroyOnReturn: false });
}

/** A stream may fail before anything reads it, and after: its error is for who reads, and ends no process. */
export function guard(source: ByteSource): void {
  if (source instanceof Readable) source.on('error', () => {});
}
