import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { stringifyJson, TaskdeckError } from '#contract';
import { toFailure, toProblem } from './problem.ts';

/** Answers what is not HTTP, or has a header that is too large or comes too slowly, with a problem document like everything else. */
export function answerBadRequests(server: Server): void {
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const failure = toFailure(errorOf(error.code));
    const requestId = randomUUID();
    const body = stringifyJson(toProblem(failure, requestId));
    socket.end(
      `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\ncontent-type: application/problem+json\r\nx-request-id: ${requestId}\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  });
}

function errorOf(code: string | undefined): TaskdeckError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new TaskdeckError('RequestTimeout', 'the headers must come within 20 s');
  if (code === 'HPE_HEADER_OVERFLOW')
    return new TaskdeckError('InvalidRequest', 'the headers have at most 32768 bytes');
  return new TaskdeckError('InvalidRequest', 'this is not HTTP/1.1');
}
