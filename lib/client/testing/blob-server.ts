import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Received } from './local-server.ts';

type Answer = (request: Received, response: ServerResponse) => void;

/** Answers a blob's bytes, or the range asked for, as the service does; `breakAfter`: only so many, then no connection. */
export function blob(
  bytes: Buffer,
  { etag = '"b1"', breakAfter = Number.POSITIVE_INFINITY, stall = false } = {},
): Answer {
  return (request, response) => {
    if (request.headers['if-match'] !== undefined && request.headers['if-match'] !== etag) {
      const document = { type: 'about:blank', title: '-', status: 412, detail: 'another blob', requestId: 'r-1' };
      response.writeHead(412, { 'content-type': 'application/problem+json' });
      response.end(JSON.stringify({ ...document, code: 'PreconditionFailed' }));
      return;
    }
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const start = Number(first ?? 0);
    const end = last === undefined || last === '' ? bytes.length - 1 : Number(last);
    const part = bytes.subarray(start, end + 1);
    response.writeHead(first === undefined ? 200 : 206, {
      'content-type': 'text/plain',
      'content-length': part.length,
      'content-disposition': 'attachment; filename="a.txt"',
      'repr-digest': `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
      'last-modified': 'Sat, 21 Nov 2026 13:00:00 GMT',
      etag,
      ...(first === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${bytes.length}` }),
    });
    if (part.length <= breakAfter) response.end(part);
    else response.write(part.subarray(0, breakAfter), () => void (stall || response.socket?.destroy()));
  };
}
