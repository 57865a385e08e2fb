import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

/** An answer of bytes: `open` is called when they are wanted, that is not for HEAD. */
export type StreamedAnswer = {
  status: 200 | 206 | 304;
  headers: Record<string, string>;
  open?: (signal: AbortSignal) => Promise<Readable>;
};

/**
 * Writes bytes to the socket as fast as the caller takes them; ends when the caller leaves. Node's own streams all the
 * way: through a web stream they would take twice as long.
 */
export async function sendStream(outgoing: ServerResponse, answer: StreamedAnswer, isHead: boolean): Promise<Response> {
  const leaving = new AbortController();
  const source = isHead ? undefined : await answer.open?.(leaving.signal);
  outgoing.writeHead(answer.status, answer.headers);
  if (source === undefined) {
    outgoing.end();
    return RESPONSE_ALREADY_SENT;
  }
  try {
    await pipeline(source, outgoing);
  } catch (error) {
    leaving.abort(error);
    throw new AnswerCutOff('the answer was cut off', { cause: error });
  }
  return RESPONSE_ALREADY_SENT;
}

/** The caller left, or the bytes could not be read, after the answer had begun: nothing more can be said. */
export class AnswerCutOff extends Error {
  override readonly name = 'AnswerCutOff';
}
