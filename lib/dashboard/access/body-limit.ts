import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeProblem } from '../blob/service-request.ts';
import { readSession, type SessionConfig } from './session.ts';

/**
 * Next.js and next-auth read a body whole before anything decides on it. What signs in is short, and so is everything
 * that anybody may send. Only actions of an operator hold long values, and never as a form of many parts.
 */
export const bodyLimits = { ofAnyone: 64 * 1024, ofOperator: 10 * 1024 * 1024 } as const;

/** Returns how many bytes of a body Next.js gets of a request. */
export async function bodyLimitOf({ url, headers }: IncomingMessage, config: SessionConfig): Promise<number> {
  const { cookie, 'content-type': type = '' } = headers;
  if (cookie === undefined || url?.startsWith('/api/') || /^\s*multipart\//i.test(type)) return bodyLimits.ofAnyone;
  const session = await readSession(new Headers({ cookie }), config);
  return session === undefined ? bodyLimits.ofAnyone : bodyLimits.ofOperator;
}

/**
 * Answers 413 and ends the connection when a body is longer than a limit. As much again is read and dropped before that,
 * because what is left unread can cost the sender the answer. Returns whether nothing else may handle the request.
 */
export function refuseLongBody(request: IncomingMessage, response: ServerResponse, limit: number): boolean {
  const told = Number(request.headers['content-length'] ?? 0);
  let length = request.readableLength; // what has come since the request began to be handled
  let isAnswered = false;
  const answer = () => {
    if (isAnswered) return;
    isAnswered = true;
    response.once('close', () => request.destroy());
    if (response.headersSent) request.destroy();
    else writeProblem(response, { code: 'PayloadTooLarge', detail: `A body here has at most ${limit} bytes.` });
  };
  const push = request.push.bind(request);
  // a listener for `data` would take the bytes from their reader
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk instanceof Uint8Array) length += chunk.length;
    if (Math.max(length, told) <= limit) return push(chunk, encoding);
    if (chunk === null || length > 2 * limit) answer();
    return true;
  };
  if (Math.max(length, told) <= limit) return false;
  request.resume();
  if (request.complete || told > 2 * limit) answer();
  return true;
}
