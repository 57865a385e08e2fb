import { createServer, type Server, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen, portOf } from '../../contract/testing/listen.ts';
import { bodyLimits } from './body-limit.ts';
import { proxyList } from './client-address.ts';
import { createRequestListener } from './request-listener.ts';
import { host, type StandIn, sessionCookie, sessionSecret, startStandIn } from './testing/stand-in.ts';

let standIn: StandIn;
let dashboard: Server;

beforeAll(async () => {
  standIn = await startStandIn();
  const parts = {
    gate: standIn.gate,
    serviceUrl: standIn.server.url,
    trustedProxies: proxyList([]),
    isSecure: false,
    sessionSecrets: [sessionSecret] as const,
    accessTokens: standIn.accessTokens,
  };
  // reads the body whole, as Next.js does
  const listener = createRequestListener(parts, async (request, response) => {
    try {
      await buffer(request);
      response.end();
    } catch (error) {
      expect(error).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
    }
  });
  dashboard = createServer((request, response) => void listener(request, response));
  await listen(dashboard);
});
afterAll(async () => {
  dashboard.closeAllConnections();
  await new Promise((resolve) => dashboard.close(resolve));
  await standIn[Symbol.asyncDispose]();
});

async function post(path: string, bytes: number, headers: Record<string, string> = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: portOf(dashboard), path, method: 'POST', headers: { host, ...headers } };
    const sent = send(options, (response) => resolve(response.resume().statusCode)).once('error', reject);
    sent.end('x'.repeat(bytes));
  });
}

const { ofAnyone, ofOperator } = bodyLimits;

it.each([
  ['a page', '/sign-in'],
  ['next-auth', '/api/auth/callback/credentials'],
])('a body for %s of somebody without a session is short, whether or not it tells its length', async (_, path) => {
  for (const length of [{}, { 'transfer-encoding': 'chunked' }]) {
    expect(await post(path, ofAnyone, length)).toBe(200);
    expect(await post(path, ofAnyone + 1, length)).toBe(413);
  }
  expect(await post(path, ofAnyone + 1, { cookie: 'taskdeck.session=forged' })).toBe(413);
});

it('a body of an operator can be long for an action, but not for next-auth and not as a form of many parts', async () => {
  const cookie = await sessionCookie();
  const isForm = { 'content-type': 'multipart/form-data; boundary=x' };
  expect(await post('/tasks', ofOperator, { cookie })).toBe(200);
  expect(await post('/tasks', ofOperator + 1, { cookie })).toBe(413);
  expect(await post('/tasks', ofAnyone + 1, { cookie, ...isForm })).toBe(413);
  expect(await post('/api/auth/signout', ofAnyone + 1, { cookie })).toBe(413);
});
