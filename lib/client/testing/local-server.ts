import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listen } from '../../contract/testing/listen.ts';

export type Received = { method: string; url: URL; headers: IncomingMessage['headers']; body: string; bytes: Buffer };
/** What a server does with one request. */
export type Answer = (request: Received, response: ServerResponse) => void | Promise<void>;

/** A real HTTP server on loopback that answers as told and remembers what it received. */
export type LocalServer = AsyncDisposable & {
  url: string;
  received: Received[];
  /** The most connections there were at a time. */
  mostConnections(): number;
};

/** Answers the n-th request with the n-th answer, and all further ones with the last. */
export function startLocalServer(...answers: Answer[]): Promise<LocalServer> {
  return startServerAt('127.0.0.1', answers);
}

/** Like `startLocalServer`, on another loopback address. */
export async function startServerAt(host: '127.0.0.1' | '::1', answers: readonly Answer[]): Promise<LocalServer> {
  const received: Received[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk);
    } catch {
      return; // the caller left before its request was whole: there is nobody to answer
    }
    const request = {
      method: incoming.method ?? '',
      url: new URL(incoming.url ?? '', 'http://service'),
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString('utf8'),
      bytes: Buffer.concat(chunks),
    };
    const answer = answers[received.length] ?? answers.at(-1);
    received.push(request);
    await answer?.(request, response);
  });
  let open = 0;
  let most = 0;
  server.on('connection', (socket: Socket) => {
    open += 1;
    most = Math.max(most, open);
    socket.once('close', () => {
      open -= 1;
    });
  });
  const port = await listen(server, host);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    received,
    mostConnections: () => most,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers JSON text. */
export function json(status: number, text: string, headers: Record<string, string> = {}): Answer {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  };
}

/** Answers a problem document. */
export function problem(
  status: number,
  code: string,
  members: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Answer {
  const document = { type: 'about:blank', title: code, status, detail: `why: ${code}`, code, requestId: 'r-1' };
  return json(status, JSON.stringify({ ...document, ...members }), headers);
}

/** Breaks the connection without an answer. */
export const reset: Answer = (_, response) => {
  response.socket?.resetAndDestroy();
};

/** Begins an answer and breaks the connection in the middle of it. */
export const halfSent: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"id":"half', () => response.socket?.destroy());
};

/** Never answers. */
export const silent: Answer = () => {};
