import { createServer, type IncomingMessage, type Server, request as send } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Answer, problem } from '../../client/testing/local-server.ts';
import { listen, portOf } from '../../contract/testing/listen.ts';
import { proxyList } from '../access/client-address.ts';
import { createRequestListener } from '../access/request-listener.ts';
import { host, type StandIn, sessionCookie, sessionSecret, startStandIn } from '../access/testing/stand-in.ts';

let standIn: StandIn;
let dashboard: Server;
let answer: Answer;

beforeEach(async () => {
  standIn = await startStandIn((request, response) => answer(request, response));
  const parts = {
    ...{ gate: standIn.gate, accessTokens: standIn.accessTokens, serviceUrl: standIn.server.url },
    ...{ trustedProxies: proxyList([]), isSecure: true, sessionSecrets: [sessionSecret] as const },
  };
  const listener = createRequestListener(parts, async (_, response) => void response.end('by Next.js'));
  dashboard = createServer((request, response) => void listener(request, response));
  await listen(dashboard);
});
afterEach(async () => {
  dashboard.closeAllConnections();
  await new Promise((resolve) => dashboard.close(resolve));
  await standIn[Symbol.asyncDispose]();
});

type Answered = { status: number | undefined; headers: IncomingMessage['headers']; text: string };

async function read(path: string, more: Record<string, string> = {}): Promise<Answered> {
  const headers = { cookie: await sessionCookie(), host, ...more };
  return new Promise((resolve, reject) => {
    const sent = send({ host: '127.0.0.1', port: portOf(dashboard), path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    sent.once('error', reject);
    sent.end();
  });
}

const whole = '/api/state/version?store=shop&id=a%2Fb&version=3&whole=true';

it('is what the service writes, number by number, compressed for a browser that takes it', async () => {
  const text = '{"id":"a/b","value":[12345678901234567890,1.50]}';
  answer = (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  const plain = await read(whole);
  expect(plain).toMatchObject({ status: 200, text });
  expect(plain.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'private, no-store' });
  const compressed = await read(whole, { 'accept-encoding': 'br, gzip' });
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(standIn.asked()[0]?.url.pathname).toBe('/v1/stores/shop/version/3/a%2Fb');
  expect(standIn.asked()[0]?.headers.authorization).toBe('Bearer access-of-refresh-1');
});

it('that fails is a problem, also for a browser that takes compressed answers', async () => {
  answer = problem(404, 'StateVersionNotFound', {}, { 'content-type': 'application/problem+json' });
  const { status, headers, text } = await read(whole, { 'accept-encoding': 'gzip' });
  expect([status, headers['content-encoding']]).toEqual([404, undefined]);
  expect(JSON.parse(text).code).toBe('StateVersionNotFound');
});

it.each(['version=0&store=shop', 'version=3&store=No%20Store'])('is refused for %s', async (search) => {
  expect((await read(`/api/state/version?id=a&whole=true&${search}`)).status).toBe(400);
  expect(standIn.asked()).toEqual([]);
});

it.each(['/api/state/version?store=shop&id=a&version=3', '/api/state/versions?store=shop&id=a&whole=true'])(
  'is not what %s asks for',
  async (path) => {
    expect((await read(path)).text).toBe('by Next.js');
  },
);
