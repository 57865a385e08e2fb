import type { ServerResponse } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { recycle } from '#blobs';
import { TaskdeckError } from '#contract';
import { whenClosed } from './when-closed.ts';

/** An answer of bytes. `open` is called when they are needed, so not for HEAD. */
export type StreamedAnswer = {
  status: 200 | 206 | 304;
  headers: Record<string, string>;
  open?: (signal: AbortSignal) => Promise<Readable>;
  /** Throws `InsufficientScope` when the bytes have been hidden from the caller meanwhile. They are cut off then. */
  requireShown?: () => Promise<void>;
};

/** How often an answer in progress looks whether it has been hidden. */
const lookEveryMs = 250;

/**
 * Writes bytes to the socket as fast as the caller takes them. Ends when the caller leaves, `rights` aborts, or the bytes
 * have been hidden or are not as many as `content-length` says. Uses only Node's own streams, because a web stream would
 * copy each chunk once more.
 */
export async function sendStream(
  outgoing: ServerResponse,
  answer: StreamedAnswer,
  { isHead, rights }: { isHead: boolean; rights: AbortSignal | undefined },
): Promise<Response> {
  const leaving = new AbortController();
  whenClosed(outgoing, () => {
    if (!outgoing.writableFinished) leaving.abort(new Error('the caller left'));
  });
  const shown = watchShown(isHead ? {} : answer);
  try {
    const source = isHead ? undefined : await open(answer, leaving.signal);
    if (source === undefined) return new Response(null, { status: answer.status, headers: answer.headers });
    if (shown.signal.aborted) source.destroy();
    shown.signal.throwIfAborted();
    outgoing.writeHead(answer.status, answer.headers);
    try {
      const ending = AbortSignal.any([...(rights === undefined ? [] : [rights]), shown.signal]);
      await sendPieces(source, outgoing, { ending, length: Number(answer.headers['content-length']) });
    } catch (error) {
      leaving.abort(error);
      throw new AnswerCutOff('the answer was cut off', { cause: error });
    }
    return alreadySent();
  } finally {
    shown.stop();
  }
}

/** Returns a signal that aborts when the bytes of an answer have been hidden. `stop` ends the looking. */
function watchShown({ requireShown }: Pick<StreamedAnswer, 'requireShown'>): { signal: AbortSignal; stop(): void } {
  const hidden = new AbortController();
  if (requireShown === undefined) return { signal: hidden.signal, stop: () => {} };
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      await requireShown();
    } catch (error) {
      // the database may be away, or the entry gone: its bytes are those that the caller was let to see
      if (error instanceof TaskdeckError && error.status === 403) hidden.abort(error);
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(look, lookEveryMs);
  return { signal: hidden.signal, stop: () => clearInterval(timer) };
}

/** Opens the bytes of an answer. A blob store can take long, and the caller may leave before its first byte. */
async function open(answer: StreamedAnswer, leaving: AbortSignal): Promise<Readable | undefined> {
  try {
    return await answer.open?.(leaving);
  } catch (error) {
    if (leaving.aborted) throw new AnswerCutOff('the caller left before the first byte', { cause: error });
    throw error;
  }
}

/** `ending` cuts the answer off. `length`: how many bytes it said it has, or NaN. */
type Sending = { ending: AbortSignal; length: number };

/**
 * Like `pipeline`, and passes each piece to `recycle` when the socket has sent it. A caller would wait for bytes that the
 * source does not have, and take those that are too many for the next answer: both cut the answer off.
 */
function sendPieces(source: Readable, outgoing: ServerResponse, { ending, length }: Sending): Promise<void> {
  let left = length;
  return new Promise((resolve, reject) => {
    const end = (error?: Error | null) => {
      if (error == null) return resolve();
      source.destroy();
      outgoing.destroy();
      reject(error);
    };
    const otherLength = () => end(new Error(`the source has ${length - left} bytes or more, and not ${length}`));
    finished(source, { writable: false }, (error) => {
      if (error != null) end(error);
      else if (left > 0) otherLength();
      else outgoing.end();
    });
    finished(outgoing, end);
    const cutOff = () => end(new Error('the caller may no longer read it', { cause: ending.reason }));
    if (ending.aborted) return cutOff();
    ending.addEventListener('abort', cutOff, { once: true });
    outgoing.on('drain', () => source.resume());
    source.on('data', (piece: Uint8Array) => {
      left -= piece.byteLength;
      if (left < 0) return otherLength();
      const isTaken = outgoing.write(piece, (error) => {
        if (error == null) recycle(piece);
      });
      if (!isTaken) source.pause();
    });
  });
}

/** Tells `@hono/node-server` that the answer is complete. It checks that only in a response whose body was read. */
export function alreadySent(): Response {
  const response = new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
  if (response.body !== null) throw new TypeError('a response without a body has none');
  return response;
}

/** Thrown when the caller left or the bytes could not be read after the answer had begun. No error can be sent then. */
export class AnswerCutOff extends Error {
  override readonly name = 'AnswerCutOff';
}
