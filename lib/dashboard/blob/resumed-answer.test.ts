import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { listen } from '../../contract/testing/listen.ts';
import { passToService } from './service-request.ts';

const content = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
const etag = '"7"';
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A service that answers each request with the bytes asked for, and cuts it off after so many of them. */
type Cut = { after: number; stalls?: boolean } | { status: number };

async function serviceThat(cuts: Cut[], { headers = {} }: { headers?: Record<string, string> } = {}) {
  const asked: IncomingMessage['headers'][] = [];
  let closed = 0;
  const url = await serve((incoming, answer) => {
    asked.push(incoming.headers);
    answer.once('close', () => {
      closed += 1;
    });
    const cut = cuts.shift() ?? { after: Number.POSITIVE_INFINITY };
    if ('status' in cut) {
      const problem = '{"code":"InsufficientScope"}';
      answer.writeHead(cut.status, { 'content-type': 'application/problem+json', 'content-length': problem.length });
      answer.end(problem);
      return;
    }
    const [, first = 0, last = content.length - 1] =
      /^bytes=(\d+)-(\d+)$/.exec(incoming.headers.range ?? '')?.map(Number) ?? [];
    const bytes = content.subarray(first, last + 1);
    const range = { 'content-range': `bytes ${first}-${last}/${content.length}` };
    answer.writeHead(incoming.headers.range ? 206 : 200, {
      'content-length': bytes.length,
      'accept-ranges': 'bytes',
      etag,
      ...(incoming.headers.range && range),
      ...headers,
    });
    answer.write(bytes.subarray(0, Math.min(cut.after, bytes.length)), () => {
      if (cut.stalls) return;
      if (cut.after < bytes.length) answer.destroy();
      else answer.end();
    });
  });
  return { url, asked, closed: () => closed };
}

/** The dashboard in front of it, whose credentials have a number that counts up. */
function dashboard(service: string, headers: Record<string, string> = {}): Promise<string> {
  let tokens = 1;
  return serve((incoming, answer) => {
    void passToService(incoming, answer, {
      method: incoming.method ?? 'GET',
      url: new URL(service),
      headers: { authorization: `Bearer ${tokens}`, ...headers },
      renew: async () => ({ authorization: `Bearer ${++tokens}` }),
      answerHeaders: { 'content-length': String, etag: String, 'content-range': String },
    });
  });
}

async function serve(handle: (asked: IncomingMessage, answer: ServerResponse) => void): Promise<string> {
  const server = createServer(handle);
  servers.push(server);
  return `http://127.0.0.1:${await listen(server)}`;
}

const read = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

it('goes on with the same version and the next token, as often as it is cut off', async () => {
  const { url, asked } = await serviceThat([{ after: 100_000 }, { after: 50_000 }, { after: 0 }]);
  expect((await read(await dashboard(url, { 'if-none-match': '"6"' }))).equals(content)).toBe(true);
  await delay(100); // nothing more is asked for
  expect(asked.map(({ authorization, range, 'if-match': match }) => [authorization, range, match])).toEqual([
    ['Bearer 1', undefined, undefined],
    ['Bearer 2', 'bytes=100000-299999', etag],
    ['Bearer 3', 'bytes=150000-299999', etag],
    ['Bearer 4', 'bytes=150000-299999', etag],
  ]);
  expect(asked.map((headers) => headers['if-none-match'])).toEqual(['"6"', undefined, undefined, undefined]);
});

it('goes on within the range that the browser asked for', async () => {
  const { url, asked } = await serviceThat([{ after: 10 }]);
  const bytes = await read(await dashboard(url, { range: 'bytes=1000-1999' }));
  expect(bytes.equals(content.subarray(1_000, 2_000))).toBe(true);
  expect(asked.map(({ range }) => range)).toEqual(['bytes=1000-1999', 'bytes=1010-1999']);
});

it.each([401, 403, 404, 412])('ends where the service refuses the rest with %i', async (status) => {
  for (const after of [0, 100_000]) {
    const { url, asked } = await serviceThat([{ after }, { status }]);
    await expect(read(await dashboard(url))).rejects.toThrow();
    expect(asked).toHaveLength(2);
  }
});

it('waits for a service that is away for a moment', async () => {
  const { url, asked } = await serviceThat([{ after: 100_000 }, { status: 503 }]);
  expect((await read(await dashboard(url))).equals(content)).toBe(true);
  expect(asked).toHaveLength(3);
});

it('gives up a rest of which no byte comes', async () => {
  const { url, asked } = await serviceThat([{ after: 100_000 }, ...Array.from({ length: 9 }, () => ({ after: 0 }))]);
  await expect(read(await dashboard(url))).rejects.toThrow();
  expect(asked).toHaveLength(5);
}, 20_000);

it.each([
  ['of a weak version', { etag: 'W/"7"' }],
  ['that has no ranges', { 'accept-ranges': 'none' }],
])('asks for no rest of an answer %s', async (_, headers) => {
  const { url, asked } = await serviceThat([{ after: 100_000 }], { headers });
  await expect(read(await dashboard(url))).rejects.toThrow();
  expect(asked).toHaveLength(1);
});

it('asks for nothing more when the browser has left', async () => {
  const { url, asked } = await serviceThat([{ after: 100_000 }, { status: 503 }, { status: 503 }]);
  const browser = request(await dashboard(url), (answer) => answer.resume());
  browser.on('error', () => undefined);
  browser.end();
  await expect.poll(() => asked.length).toBe(2);
  browser.destroy();
  await delay(1_500); // the next try would be after one second
  expect(asked).toHaveLength(2);
});

it('lets go of a rest that stands still when the browser has left', async () => {
  const { url, asked, closed } = await serviceThat([{ after: 100_000 }, { after: 10, stalls: true }]);
  const browser = request(await dashboard(url), (answer) => answer.resume());
  browser.on('error', () => undefined);
  browser.end();
  await expect.poll(() => asked.length).toBe(2);
  expect(closed()).toBe(1);
  browser.destroy();
  await expect.poll(closed).toBe(2);
});
