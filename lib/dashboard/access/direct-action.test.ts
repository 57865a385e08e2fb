import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listen, portOf } from '../../contract/testing/listen.ts';
import { actionPages } from './action-pages.ts';
import { proxyList } from './client-address.ts';
import { createRequestListener } from './request-listener.ts';
import { dashboardKey, type StandIn, sessionCookie, sessionSecret, startStandIn } from './testing/stand-in.ts';

let standIn: StandIn;
let dashboard: Server;
let byNext: IncomingMessage[];

beforeEach(async () => {
  byNext = [];
  standIn = await startStandIn((_, response) => void response.end());
  const listener = createRequestListener(
    {
      gate: standIn.gate,
      serviceUrl: `${standIn.server.url}/`,
      dashboardKey,
      trustedProxies: proxyList([]),
      isSecure: true,
      sessionSecrets: [sessionSecret],
      accessTokens: standIn.accessTokens,
      actionPages: actionPages({ '/tasks/page': '/tasks', '/locks/page': '/locks' }, [['a1', ['/locks/page']]]),
    },
    async (request, response) => {
      byNext.push(request);
      response.end();
    },
  );
  dashboard = createServer((request, response) => void listener(request, response));
  await listen(dashboard);
});
afterEach(async () => {
  dashboard.closeAllConnections();
  await new Promise((resolve) => dashboard.close(resolve));
  await standIn[Symbol.asyncDispose]();
});

async function callAction(path: string, action: string): Promise<Response> {
  const headers = { cookie: await sessionCookie(), 'next-action': action, 'content-type': 'text/plain' };
  return fetch(`http://127.0.0.1:${portOf(dashboard)}${path}`, { method: 'POST', headers, body: '[]' });
}

it('an action goes to Next.js as it is on a page that has it', async () => {
  expect((await callAction('/locks?x=1', 'a1')).status).toBe(200);
  expect(byNext[0]).toMatchObject({ url: '/locks?x=1' });
  expect(byNext[0]?.headers).not.toHaveProperty('x-action-forwarded');
});

it('an action goes to a page that has it when the operator has left that page', async () => {
  expect((await callAction('/tasks?x=1', 'a1')).status).toBe(200);
  expect(byNext[0]).toMatchObject({ url: '/locks?x=1', headers: { 'x-action-forwarded': '1' } });
});

it('an action that no page has is refused as one that is not there, which the router knows', async () => {
  const answer = await callAction('/tasks', 'a2');
  expect([answer.status, answer.headers.get('x-nextjs-action-not-found')]).toEqual([404, '1']);
  expect([await answer.json(), byNext]).toMatchObject([{ code: 'OperationNotFound' }, []]);
});
