import { EventEmitter, once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';

/** What the proxy has of one request. */
export type Passing = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The request as it comes in; a fault that wants all of it calls `read`. */
  incoming: IncomingMessage;
  response: ServerResponse;
  read(): Promise<Buffer>;
  /** Sends the request to the service; each call is another request of its own. */
  forward(): Promise<Answered>;
  /** Resolves when its repetition has been answered whole. */
  overtaken(): Promise<void>;
};

/** The service's answer, whole. */
export type Answered = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** What becomes of a request on its way. */
export type Fault = (passing: Passing) => void | Promise<void>;

/** A proxy before a service that loses, delays, repeats and breaks what passes, as it is told. */
export type FaultyProxy = AsyncDisposable & {
  url: string;
  /** All requests that came, in order. */
  received: { method: string; path: string; headers: IncomingHttpHeaders }[];
  /** The next requests have these faults, one each; those after them `otherwise`, or none. */
  fail(...faults: Fault[]): void;
  otherwise(fault: Fault | undefined): void;
  /** Connections of clients: those open now, and the most there were at a time. */
  openConnections(): number;
  mostConnections(): number;
  /** Resolves when all that the proxy does has been done, also what no client waits for any more. */
  settled(): Promise<void>;
};

/** Starts one before the service at `target`. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const agent = new Agent({ keepAlive: true });
  const received: FaultyProxy['received'] = [];
  const working = new Set<Promise<void>>();
  const sockets = new Set<Socket>();
  let faults: Fault[] = [];
  let otherwise: Fault | undefined;
  const answered = new EventEmitter();
  let most = 0;
  const server = createServer((incoming, response) => {
    const { method = '', url: path = '', headers } = incoming;
    received.push({ method, path, headers });
    const fault = faults.shift() ?? otherwise ?? pass;
    const call = String(headers['idempotency-key'] ?? `${method} ${path}`);
    response.once('finish', () => answered.emit(call));
    let body: Promise<Buffer> | undefined;
    const read = () => (body ??= readAll(incoming));
    const forward = async () => forwarded(agent, target, { method, path, headers }, await read());
    const overtaken = async () => void (await once(answered, call));
    const work = Promise.resolve(fault({ method, path, headers, incoming, response, read, forward, overtaken }))
      .catch(() => void response.destroy()) // the client has left, or the service broke the connection
      .finally(() => working.delete(work));
    working.add(work);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    most = Math.max(most, sockets.size);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 2_048, resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not listening');
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    fail: (...next) => {
      faults = next;
    },
    otherwise: (fault) => {
      otherwise = fault;
    },
    openConnections: () => sockets.size,
    mostConnections: () => most,
    settled: async () => {
      while (working.size > 0) await Promise.all(working);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}

/** Each call has the fault once: its repetitions pass. */
export function onFirstTry(fault: Fault): Fault {
  const seen = new Set<unknown>();
  return (passing) => {
    const call = passing.headers['idempotency-key'];
    if (seen.has(call)) return pass(passing);
    seen.add(call);
    return fault(passing);
  };
}

/** Nothing happens to it. */
export const pass: Fault = async ({ forward, response }) => {
  const { status, headers, body } = await forward();
  response.writeHead(status, headers).end(body);
};

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The proxy has taken the body whole: what says how it travels is not the service's business. */
function forwarded(
  agent: Agent,
  target: string,
  { method, path, headers }: Pick<Passing, 'method' | 'path' | 'headers'>,
  body: Buffer,
): Promise<Answered> {
  const { expect: _, connection: __, 'transfer-encoding': ___, ...rest } = headers;
  const isEmpty = body.length === 0 && headers['content-length'] === undefined;
  const length = isEmpty ? {} : { 'content-length': String(body.length) };
  return new Promise((resolve, reject) => {
    const sent = request(target + path, { agent, method, headers: { ...rest, ...length } }, (incoming) => {
      const { 'transfer-encoding': ____, connection: _____, ...kept } = incoming.headers;
      readAll(incoming).then((all) => resolve({ status: incoming.statusCode ?? 0, headers: kept, body: all }), reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
