import { createHash } from 'node:crypto';
import { delay, throwIfAborted } from '../abort.ts';
import type { Connection, OpenAnswer } from '../connection.ts';
import { isRequestFailedError, RequestFailedError } from '../request-failed-error.ts';
import type { EntryAddress } from '../state/state-reference.ts';
import { beginTime } from '../within-time.ts';
import { readBlobDetails } from './blob-details.ts';
import type { BlobDetails, DownloadBlobOptions } from './options.ts';

/** A blob that is open for reading. */
export type OpenBlob = { details: BlobDetails; bytes: AsyncGenerator<Uint8Array, undefined> };

type Wanted = { range: { offset: number; count?: number | undefined } | undefined; ifMatch: string | undefined };
type Opened = { details: BlobDetails; stream: AsyncIterable<Uint8Array | string>; stop(): void };

/**
 * Opens an entry's blob. After a lost connection, reading continues at the next byte of the same blob (by its etag). At
 * the end of a whole blob its SHA-256 is checked; a difference throws `ContentHashMismatch`. The time of the call ends with
 * its last byte.
 */
export async function openBlob(
  connection: Connection,
  address: EntryAddress,
  given: DownloadBlobOptions,
): Promise<OpenBlob> {
  const { options, told } = beginTime('GetBlob', given);
  const { range, ifMatch } = options;
  if (range !== undefined) checkRange(range);
  try {
    const first = await open(connection, address, options, { range, ifMatch });
    const bytes = telling(readBytes(connection, address, options, first), told);
    return { details: first.details, bytes: closing(bytes, first.stop) };
  } catch (error) {
    throw told(error);
  }
}

async function* telling<Item>(
  items: AsyncGenerator<Item, undefined>,
  told: (error: unknown) => unknown,
): AsyncGenerator<Item, undefined> {
  try {
    yield* items;
  } catch (error) {
    throw told(error);
  }
}

/** A generator that is closed before its first `next` does not run its `finally`, so this calls `stop`. */
function closing<Item>(items: AsyncGenerator<Item, undefined>, stop: () => void): AsyncGenerator<Item, undefined> {
  const [next, leave, fail] = [items.next.bind(items), items.return.bind(items), items.throw.bind(items)];
  let isBegun = false;
  return Object.assign(items, {
    next: () => {
      isBegun = true;
      return next();
    },
    return: (value: undefined) => {
      if (!isBegun) stop();
      return leave(value);
    },
    throw: (error: unknown) => {
      if (!isBegun) stop();
      return fail(error);
    },
  });
}

async function* readBytes(
  connection: Connection,
  address: EntryAddress,
  options: DownloadBlobOptions,
  first: Opened,
): AsyncGenerator<Uint8Array, undefined> {
  const { abortSignal, onProgress } = options;
  const { offset: begin, contentLength, blobLength, contentHash, etag } = first.details;
  const end = begin + contentLength;
  const hash = contentHash !== undefined && contentLength === blobLength ? createHash('sha256') : undefined;
  let offset = begin;
  let opened = first;
  for (let breaks = 0; ; ) {
    let broken: unknown;
    const chunks = opened.stream[Symbol.asyncIterator]();
    const silence = setTimeout(opened.stop, connection.timeoutInMs);
    try {
      while (true) {
        const next = await chunks.next().catch((error: unknown) => ({ done: true as const, value: error }));
        if (next.done === true) {
          broken = next.value;
          break;
        }
        silence.refresh();
        const bytes = typeof next.value === 'string' ? Buffer.from(next.value) : next.value;
        offset += bytes.byteLength;
        if (offset > end) throw failure('UnexpectedAnswer', `the answer has more than its ${contentLength} bytes`);
        breaks = 0;
        hash?.update(bytes);
        onProgress?.(offset - begin);
        yield bytes;
      }
    } finally {
      clearTimeout(silence);
      if (offset < end) opened.stop(); // closes the connection, also when the reader stops early
    }
    if (offset === end) break;
    throwIfAborted(abortSignal);
    breaks += 1;
    if (breaks > connection.maximumRetries)
      throw failure('ConnectionFailed', `the download was interrupted after ${offset - begin} bytes`, broken);
    await delay(100 * 2 ** (breaks - 1) * (0.5 + Math.random() / 2), abortSignal);
    const range = { offset, count: end - offset };
    opened = await open(connection, address, options, { range, ifMatch: etag });
    if (opened.details.offset !== offset || opened.details.etag !== etag) {
      opened.stop();
      throw failure('UnexpectedAnswer', 'the answer does not continue at the interrupted byte');
    }
  }
  const actual = hash?.digest('hex');
  if (actual !== undefined && actual !== contentHash)
    throw failure('ContentHashMismatch', `the received bytes have SHA-256 ${actual}, not ${contentHash}`);
}

async function open(
  connection: Connection,
  address: EntryAddress,
  { abortSignal, ifNoneMatch, versionId }: DownloadBlobOptions,
  { range, ifMatch }: Wanted,
): Promise<Opened> {
  const stop = new AbortController();
  const signal = abortSignal === undefined ? stop.signal : AbortSignal.any([abortSignal, stop.signal]);
  const last = range?.count === undefined ? '' : range.offset + range.count - 1;
  const call = {
    params: address,
    query: { versionId },
    ifMatch,
    headers: {
      'If-None-Match': ifNoneMatch,
      Range: range === undefined ? undefined : `bytes=${range.offset}-${last}`,
    },
  };
  const status = range === undefined ? 200 : 206;
  const answer: OpenAnswer = await connection.open('GetBlob', call, { abortSignal: signal }, [status]);
  const details = answer.status === status ? readBlobDetails(answer) : undefined;
  if (details !== undefined) return { details, stream: answer.stream, stop: () => stop.abort() };
  stop.abort();
  throw failure('UnexpectedAnswer', `the answer (HTTP ${answer.status}) is not a blob`);
}

function checkRange({ offset, count }: { offset: number; count?: number | undefined }): void {
  if (!Number.isSafeInteger(offset) || offset < 0) throw new RangeError('range.offset: must be a whole number from 0');
  if (count !== undefined && (!Number.isSafeInteger(count) || count < 1))
    throw new RangeError('range.count: must be a whole number from 1');
}

function failure(
  code: 'UnexpectedAnswer' | 'ConnectionFailed' | 'ContentHashMismatch',
  message: string,
  cause?: unknown,
): RequestFailedError {
  const requestId = isRequestFailedError(cause) ? cause.requestId : undefined;
  return new RequestFailedError(message, { operation: 'GetBlob', code, requestId, cause });
}
