import type { ServerResponse } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { recycle } from '#blobs';

/** An answer of bytes. `open` is called when they are needed, so not for HEAD. */
export type StreamedAnswer = {
  status: 200 | 206 | 304;
  headers: Record<string, string>;
  open?: (signal: AbortSignal) => Promise<Readable>;
};

/**
 * Writes bytes to the socket as fast as the caller takes them, and ends when the caller leaves or `rights` aborts. Uses
 * only Node's own streams, because a web stream would copy each chunk once more.
 */
export async function sendStream(
  outgoing: ServerResponse,
  answer: StreamedAnswer,
  { isHead, rights }: { isHead: boolean; rights: AbortSignal | undefined },
): Promise<Response> {
  const leaving = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) leaving.abort(new Error('the caller left'));
  });
  const source = isHead ? undefined : await open(answer, leaving.signal);
  if (source === undefined) return new Response(null, { status: answer.status, headers: answer.headers });
  outgoing.writeHead(answer.status, answer.headers);
  try {
    await sendPieces(source, outgoing, rights);
  } catch (error) {
    leaving.abort(error);
    throw new AnswerCutOff('the answer was cut off', { cause: error });
  }
  return alreadySent();
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

/** Like `pipeline`, and passes each piece to `recycle` when the socket has sent it. */
function sendPieces(source: Readable, outgoing: ServerResponse, rights: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error?: Error | null) => {
      if (error == null) return resolve();
      source.destroy();
      outgoing.destroy();
      reject(error);
    };
    finished(source, { writable: false }, (error) => (error == null ? outgoing.end() : end(error)));
    finished(outgoing, end);
    const cutOff = () => end(new Error('the caller may no longer read it', { cause: rights?.reason }));
    if (rights?.aborted) return cutOff();
    rights?.addEventListener('abort', cutOff, { once: true });
    outgoing.on('drain', () => source.resume());
    source.on('data', (piece: Uint8Array) => {
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
