import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { stringifyJson, TaskdeckError } from '#contract';
import { toFailure, toProblem } from './problem.ts';

/** Answers what is not HTTP, or has too large a header, with a problem document like everything else. */
export function answerBadRequests(server: Server): void {
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const detail =
      error.code === 'HPE_HEADER_OVERFLOW' ? 'the headers have at most 32768 bytes' : 'this is not HTTP/1.1';
    const requestId = randomUUID();
    const body = stringifyJson(toProblem(toFailure(new TaskdeckError('InvalidRequest', detail)), requestId));
    socket.end(
      `HTTP/1.1 400 ${STATUS_CODES[400]}\r\ncontent-type: application/problem+json\r\nx-request-id: ${requestId}\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  });
}
