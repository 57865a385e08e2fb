import { createServer, type IncomingMessage, type Server, type ServerResponse, request as send } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, problem } from '../../client/testing/local-server.ts';
import { bodyPace } from '../../contract/index.ts';
import { listen, portOf } from '../../contract/testing/listen.ts';
import { answerMissing } from './answer-head.ts';
import { closedPolicy } from './answer-policy.ts';
import { proxyList } from './client-address.ts';
import { createRequestListener } from './request-listener.ts';
import { securityHeaders } from './security-headers.ts';
import { readSession } from './session.ts';
import {
  dashboardKey,
  foreignHeaders,
  host,
  ownHeaders,
  type StandIn,
  sessionContent,
  sessionCookie,
  sessionSecret,
  startStandIn,
} from './testing/stand-in.ts';

let standIn: StandIn;
let dashboard: Server;
let answer: Answer;
let byNext: IncomingMessage[];
let nextAnswers: (response: ServerResponse) => unknown;

const download = '/api/blobs?store=shop&id=a%2Fb';
const entryBlob = '/v1/stores/shop/blobs/a%2Fb';

beforeEach(async () => {
  byNext = [];
  nextAnswers = (response) => response.end('by Next.js');
  answer = (_, response) => void response.writeHead(200, { 'content-length': 4, etag: '"e1"' }).end('blob');
  standIn = await startStandIn((request, response) => answer(request, response));
  const parts = {
    gate: standIn.gate,
    serviceUrl: `${standIn.server.url}/`,
    dashboardKey,
    trustedProxies: proxyList(['127.0.0.1']),
    isSecure: true,
    sessionSecrets: [sessionSecret] as const,
    accessTokens: standIn.accessTokens,
  };
  const listener = createRequestListener(parts, async (request, response) => {
    byNext.push(request);
    nextAnswers(response);
  });
  dashboard = createServer((request, response) => void listener(request, response));
  await listen(dashboard);
});
afterEach(async () => {
  dashboard.closeAllConnections();
  await new Promise((resolve) => dashboard.close(resolve));
  await standIn[Symbol.asyncDispose]();
});

type Sent = { method?: string; headers?: Headers | Record<string, string>; body?: string };
type Answered = { status: number | undefined; headers: IncomingMessage['headers']; text: string };

async function call(path: string, { method = 'GET', headers, body }: Sent = {}): Promise<Answered> {
  const all =
    headers instanceof Headers ? Object.fromEntries(headers) : { cookie: await sessionCookie(), host, ...headers };
  return new Promise((resolve, reject) => {
    const sent = send({ host: '127.0.0.1', port: portOf(dashboard), path, method, headers: all }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

it('refuses an odd address before Next.js fails at it', async () => {
  expect((await call('*', { method: 'OPTIONS' })).status).toBe(400);
  expect(byNext).toEqual([]);
});

it('a body that trickles ends with 408', async () => {
  const port = portOf(dashboard);
  dashboard.removeAllListeners('request');
  const parts = {
    gate: standIn.gate,
    serviceUrl: `${standIn.server.url}/`,
    trustedProxies: proxyList([]),
    isSecure: false,
    sessionSecrets: [sessionSecret] as const,
    accessTokens: standIn.accessTokens,
  };
  const listener = createRequestListener(parts, async (request) => void request.resume());
  dashboard.on('request', (request, response) => void listener(request, response));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const status = new Promise((resolve, reject) => {
      const sent = send({
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: '/sign-in',
        headers: { 'content-length': 99 },
      });
      sent.once('response', (response) => resolve(response.statusCode)).once('error', reject);
      sent.write('{');
    });
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    vi.advanceTimersByTime(bodyPace.windowInMs);
    expect(await status).toBe(408);
  } finally {
    vi.useRealTimers();
  }
});

describe('an answer of HTML', () => {
  const policyOf = async (answers: typeof nextAnswers) => {
    nextAnswers = answers;
    return (await call('/tasks')).headers['content-security-policy'];
  };

  it('without a policy gets one that allows nothing, however it is written', async () => {
    const html = 'text/html; charset=utf-8';
    expect(await policyOf((response) => response.writeHead(500, { 'Content-Type': html }).end())).toBe(closedPolicy);
    expect(await policyOf((response) => response.writeHead(500, 'No', { 'content-type': html }).end())).toBe(
      closedPolicy,
    );
    expect(await policyOf((response) => response.setHeader('content-type', html).end('x'))).toBe(closedPolicy);
  });

  it('keeps its own policy, and other answers get none', async () => {
    const own = { 'content-type': 'text/html', 'Content-Security-Policy': "default-src 'self'" };
    expect(await policyOf((response) => response.writeHead(200, own).end())).toBe("default-src 'self'");
    expect(
      await policyOf((response) =>
        response.setHeader('content-security-policy', 'x').setHeader('content-type', 'text/html').end(),
      ),
    ).toBe('x');
    expect(
      await policyOf((response) => response.writeHead(200, { 'content-type': 'image/png' }).end()),
    ).toBeUndefined();
  });
});

it('under https, every answer asks for https from then on', async () => {
  expect((await call('/tasks')).headers['strict-transport-security']).toBe('max-age=31536000');
});

it('refuses a forged call of an action before Next.js fails at it', async () => {
  const headers = await ownHeaders({ 'next-action': 'a1', 'content-length': '7' });
  expect((await call('/tasks', { method: 'POST', headers, body: '["$F1"]' })).status).toBe(400);
  expect(byNext).toEqual([]);
});

it('images are not scaled for anybody', async () => {
  expect((await call('/_next/image?url=%2Fsocial.png&w=64&q=75')).status).toBe(404);
  expect(byNext).toEqual([]);
});

it('a page of what is not there answers 404, and reads of the router get 200', async () => {
  nextAnswers = async (response) => {
    await Promise.resolve();
    answerMissing();
    response.end('a page');
  };
  expect(await call('/state/gone')).toMatchObject({ status: 404, text: 'a page' });
  expect(await call('/state/gone', { headers: { rsc: '1' } })).toMatchObject({ status: 200, text: 'a page' });
});

describe('what is no upload or download goes to Next.js', () => {
  it.each(['/', '/tasks', '/api/tasks', '/api/blobs/x', '/api/uploadsX', '/api/%75ploads', '/tasks?at=/api/blobs'])(
    '%s',
    async (path) => {
      expect(await call(path)).toMatchObject({ status: 200, text: 'by Next.js' });
      expect(byNext.map(({ url }) => url)).toEqual([path]);
      expect(standIn.server.received).toEqual([]);
    },
  );

  it('with the address of the browser, and never the one that it claims', async () => {
    await call('/tasks', { headers: { 'x-taskdeck-address': '203.0.113.9' } });
    await call('/tasks', { headers: { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' } });
    expect(byNext.map(({ headers }) => headers['x-taskdeck-address'])).toEqual(['127.0.0.1', '198.51.100.7']);
  });
});

it.each(['/tasks', download, '/api/uploads'])('the answer of %s has the security headers', async (path) => {
  const { headers } = await call(path);
  for (const [name, value] of Object.entries(securityHeaders)) expect(headers[name.toLowerCase()], name).toBe(value);
  expect(headers['x-frame-options']).toBe('DENY');
});

describe('a download', () => {
  it('is the entry’s blob as the operator, with its length, as an attachment', async () => {
    const { status, headers, text } = await call(`${download}&versionId=v1`, {
      headers: { range: 'bytes=0-3', authorization: 'Bearer mine', 'x-forwarded-for': '198.51.100.7' },
    });
    expect({ status, text }).toEqual({ status: 200, text: 'blob' });
    expect(headers).toMatchObject({
      'content-length': '4',
      etag: '"e1"',
      'cache-control': 'private, no-store, no-transform',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    const [asked] = standIn.asked();
    expect(asked?.url.pathname).toBe(entryBlob);
    expect(Object.fromEntries(asked?.url.searchParams ?? [])).toEqual({ versionId: 'v1', disposition: 'attachment' });
    expect(asked?.headers).toMatchObject({
      authorization: 'Bearer access-of-refresh-1',
      range: 'bytes=0-3',
      'x-forwarded-for': '198.51.100.7',
      'taskdeck-dashboard-key': dashboardKey,
    });
    expect(asked?.headers.cookie).toBeUndefined();
  });

  it.each([
    ['inline; filename="a.html"', 'attachment'],
    ['attachment; filename="a.html"', 'attachment; filename="a.html"'],
    ['attachmentish', 'attachment'],
  ])('said to be %s is sent as %s', async (given, sent) => {
    answer = (_, response) => void response.writeHead(200, { 'content-disposition': given }).end('x');
    expect((await call(download)).headers['content-disposition']).toBe(sent);
  });

  it('that fails is a problem to read, not a file to save', async () => {
    answer = problem(
      404,
      'BlobNotFound',
      {},
      {
        'content-type': 'application/problem+json',
        'content-disposition': 'attachment',
      },
    );
    const { status, headers } = await call(download);
    expect(status).toBe(404);
    expect(headers['content-disposition']).toBeUndefined();
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('is not asked for with %s', async (method) => {
    expect((await call(download, { method, headers: await ownHeaders() })).status).toBe(405);
    expect(standIn.asked()).toEqual([]);
  });

  it.each(['/api/blobs', '/api/blobs?store=shop', '/api/blobs?store=No%20Store&id=a', '/api/blobs?store=shop&id=..'])(
    'is refused for %s',
    async (path) => {
      expect((await call(path)).status).toBe(400);
      expect(standIn.asked()).toEqual([]);
    },
  );
});

describe('an upload', () => {
  const created =
    (location: string): Answer =>
    (_, response) =>
      void response.writeHead(201, { location, 'upload-offset': '0', 'set-cookie': 'a=b' }).end();

  it('is created at the service, and found again at the dashboard', async () => {
    answer = created('http://service.internal:7700/v1/uploads/up-1');
    const headers = await ownHeaders({ 'upload-length': '4', 'upload-metadata': 'a b', 'x-http-method-override': 'X' });
    const answered = await call('/api/uploads', { method: 'POST', headers });
    expect(answered.status).toBe(201);
    expect(answered.headers).toMatchObject({ location: '/api/uploads/up-1', 'cache-control': 'private, no-store' });
    expect(answered.headers['set-cookie']).toBeUndefined();
    const [asked] = standIn.asked();
    expect([asked?.method, asked?.url.pathname]).toEqual(['POST', '/v1/uploads']);
    expect(asked?.headers).toMatchObject({ 'upload-length': '4', 'upload-metadata': 'a b' });
    expect(asked?.headers['x-http-method-override']).toBeUndefined();
  });

  it('gets its bytes with their length, and each method that an upload has', async () => {
    const headers = await ownHeaders({ 'upload-offset': '0', 'content-length': '4' });
    await call('/api/uploads/up-1', { method: 'PATCH', headers, body: 'blob' });
    await call('/api/uploads/up-1', { method: 'HEAD' });
    await call('/api/uploads/up-1', { method: 'DELETE', headers: await ownHeaders() });
    expect(standIn.asked().map(({ method, url, body }) => [method, url.pathname, body])).toEqual([
      ['PATCH', '/v1/uploads/up-1', 'blob'],
      ['HEAD', '/v1/uploads/up-1', ''],
      ['DELETE', '/v1/uploads/up-1', ''],
    ]);
    expect(standIn.asked()[0]?.headers).toMatchObject({ 'content-length': '4', 'upload-offset': '0' });
  });

  it('is listed by the filters of the collection alone', async () => {
    await call('/api/uploads?storeName=shop');
    await call('/api/uploads/up-1?storeName=shop');
    expect(standIn.asked().map(({ url }) => url.pathname + url.search)).toEqual([
      '/v1/uploads?storeName=shop',
      '/v1/uploads/up-1',
    ]);
  });

  it.each([
    ['PUT', '/api/uploads', 405],
    ['PATCH', '/api/uploads', 405],
    ['POST', '/api/uploads/up-1', 405],
    ['GET', '/api/uploads/a/b', 404],
    ['GET', '/api/uploads/..%2f..%2foperators', 404],
    ['GET', `/api/uploads/${'x'.repeat(65)}`, 404],
  ])('%s %s is refused', async (method, path, status) => {
    expect((await call(path, { method, headers: await ownHeaders() })).status).toBe(status);
    expect(standIn.asked()).toEqual([]);
  });
});

describe('nothing reaches the service', () => {
  it.each(foreignHeaders)('for %s', async (_, headers) => {
    const sent = new Headers({ ...headers, cookie: await sessionCookie() });
    for (const [method, path] of [
      ['GET', download],
      ['GET', '/api/uploads'],
      ['POST', '/api/uploads'],
      ['PATCH', '/api/uploads/up-1'],
      ['DELETE', '/api/uploads/up-1'],
      ['POST', '/tasks'],
    ] as const) {
      const { status, text } = await call(path, { method, headers: sent });
      expect([status, JSON.parse(text).code], `${method} ${path}`).toEqual([403, 'ForeignOrigin']);
    }
    expect([standIn.server.received, byNext]).toEqual([[], []]);
    expect((await call('/tasks', { headers: sent })).text, 'a page opens from anywhere').toBe('by Next.js');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('for %s without an Origin', async (method) => {
    const { status, text } = await call('/api/uploads/up-1', { method });
    expect([status, JSON.parse(text).code]).toEqual([403, 'ForeignOrigin']);
    expect(standIn.server.received).toEqual([]);
  });

  it.each([{ cookie: '' }, { cookie: 'taskdeck.session=x' }])('for the session %j', async (cookie) => {
    for (const path of [download, '/api/uploads']) {
      const { status, headers, text } = await call(path, { headers: { host, ...cookie } });
      expect([status, JSON.parse(text).code]).toEqual([401, 'Unauthenticated']);
      expect(headers['cache-control']).toBe('private, no-store');
    }
    expect(standIn.server.received).toEqual([]);
  });
});

it('a token that the service refused is refreshed for the next request', async () => {
  answer = problem(401, 'Unauthenticated');
  expect((await call(download)).status).toBe(401);
  expect((await call(download)).status).toBe(401);
  expect(standIn.refreshed()).toHaveLength(2);
  answer = problem(404, 'BlobNotFound');
  expect((await call(download)).status).toBe(404);
  expect((await call(download)).status).toBe(404);
  expect(standIn.refreshed()).toHaveLength(3);
});

describe('a session whose refresh token is old', () => {
  const old = () =>
    sessionCookie({ ...sessionContent, renewedOn: new Date(Date.now() - 600_001).toISOString() }, { name: secureName });
  const secureName = '__Host-taskdeck.session';
  const tokenIn = async (cookie: string | undefined) =>
    (await readSession(new Headers({ cookie: cookie ?? '' }), { isSecure: true, sessionSecrets: [sessionSecret] }))
      ?.refreshToken;

  it('gets another one, which the answer sets and the handler sees', async () => {
    const { headers } = await call('/tasks', { headers: { cookie: await old() } });
    const set = headers['set-cookie']?.[0];
    expect(set).toMatch(/; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/);
    expect(await tokenIn(set?.split(';')[0])).toBe('refresh-1-next');
    expect(await tokenIn(byNext[0]?.headers.cookie)).toBe('refresh-1-next');
    expect(standIn.refreshed()).toEqual(['refresh-1']);
    const [again] = await Promise.all([call('/tasks', { headers: { cookie: await old() } })]);
    expect(await tokenIn(again.headers['set-cookie']?.[0]?.split(';')[0]), 'a request with the former cookie').toBe(
      'refresh-1-next',
    );
    expect(standIn.refreshed()).toEqual(['refresh-1']);
    const noteUse = vi.spyOn(standIn.accessTokens, 'noteUse');
    await call('/tasks', { headers: { cookie: set ?? '' } });
    expect(noteUse.mock.calls, 'the browser has the new cookie').toEqual([['refresh-1-next']]);
  });

  it.each(['/_next/static/a.js', '/api/auth/signout'])('keeps it at %s', async (path) => {
    const { headers } = await call(path, { headers: { cookie: await old() } });
    expect(headers['set-cookie']).toBeUndefined();
    expect(standIn.refreshed()).toEqual([]);
  });

  it('keeps it while it is young, and when the cookie is forged', async () => {
    const young = await sessionCookie(sessionContent, { name: secureName });
    const forged = await sessionCookie(
      { ...sessionContent, renewedOn: undefined },
      { name: secureName, secret: 'x'.repeat(40) },
    );
    for (const cookie of [young, forged])
      expect((await call('/tasks', { headers: { cookie } })).headers['set-cookie']).toBeUndefined();
    expect(standIn.refreshed()).toEqual([]);
  });
});
