import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createOutlet, noSecrets, parseHttpAllow, RunSecrets } from '#engine';
import { listen } from '../../contract/testing/listen.ts';
import { NonRetryableError, type RunLog } from '../index.ts';
import { httpRequestInput } from './http-request-input.ts';
import { keptBodyBytes, sendHttpRequest } from './send-http-request.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const port = await listen(server);
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

const lines: string[] = [];
const note = (message: string, fields?: Record<string, unknown>) => void lines.push(message + JSON.stringify(fields));
const log: RunLog = { debug: note, info: note, warn: note, error: note };
const loopback = createOutlet(parseHttpAllow('127.0.0.0/8'));
const send = (input: unknown, signal = new AbortController().signal, outlet = loopback, secrets = noSecrets) =>
  sendHttpRequest(httpRequestInput.parse(input), { idempotencyKey: 't/1/0', signal }, log, {
    outlet,
    secrets,
    hidden: [],
  });

test('sends method, headers, JSON and the idempotency key, and reads JSON without rounding', async () => {
  const url = await serve(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { authorization, 'content-type': type, 'idempotency-key': key } = request.headers;
    response
      .setHeader('content-type', 'application/problem+json')
      .end(`{"n":9007199254740993,"got":${JSON.stringify([request.method, body, authorization, type, key])}}`);
  });
  const answer = await send({
    method: 'POST',
    url: `${url}/a?key=hidden`,
    headers: { Authorization: 'Bearer x' },
    body: { big: 2n ** 60n },
  });
  expect(answer).toMatchObject({
    status: 200,
    encoding: 'json',
    isTruncated: false,
    body: {
      n: 9007199254740993n,
      got: ['POST', '{"big":1152921504606846976}', 'Bearer x', 'application/json', 't/1/0'],
    },
  });
  expect(lines.join()).not.toMatch(/hidden|Bearer|127\.0\.0\.1/);
  expect(lines).toHaveLength(1);
});

test('keeps text as text, bytes as base64, JSON of any depth, and only the start of a long body', async () => {
  const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
  const deep = nested(6_000);
  const bodies: Record<string, Buffer> = {
    '/text': Buffer.from('grüße'),
    '/bytes': Buffer.from([0xff, 0x00]),
    '/long': Buffer.alloc(keptBodyBytes * 4, 'x'),
    '/deep': Buffer.from(deep),
    '/less-deep': Buffer.from(nested(191)),
    '/not-deep': Buffer.from(nested(190)),
  };
  const url = await serve(({ url: path = '' }, response) => {
    if (path.endsWith('deep')) response.setHeader('content-type', 'application/json');
    response.end(bodies[path]);
  });
  expect(await send({ url: `${url}/deep` })).toMatchObject({ body: deep, encoding: 'text' });
  expect(await send({ url: `${url}/less-deep` })).toMatchObject({ body: nested(191), encoding: 'text' });
  expect(await send({ url: `${url}/not-deep` })).toMatchObject({ encoding: 'json' });
  expect(await send({ url: `${url}/text` })).toMatchObject({ body: 'grüße', encoding: 'text' });
  expect(await send({ url: `${url}/bytes` })).toMatchObject({ body: '/wA=', encoding: 'base64' });
  const long = await send({ url: `${url}/long` });
  expect([String(long.body).length, long.isTruncated]).toEqual([keptBodyBytes, true]);
});

test('the site that is asked is that of the URL, also when a header names another one', async () => {
  const hosts: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    hosts.push(request.headers.host);
    response.end();
  });
  for (const name of ['host', 'Host', 'HOST']) await send({ url, headers: { [name]: 'evil.example' } });
  expect(new Set(hosts)).toEqual(new Set([new URL(url).host]));
});

test('a body that is cut inside of a secret keeps no part of it', async () => {
  const value = 'straddling-secret-ä-4711';
  const secrets = new RunSecrets([{ name: 'TOKEN', value, hosts: [] }]);
  const bytes = Buffer.from(value);
  const encoded = bytes.toString('base64');
  let tail = '';
  let kept = 0;
  const url = await serve((_, response) => {
    response.write(`${value}${' '.repeat(keptBodyBytes - bytes.length - kept)}`);
    response.end(tail);
  });
  for (tail of [value, encoded, encodeURIComponent(value)])
    for (kept = 0; kept < Buffer.byteLength(tail); kept += 1) {
      const { body, isTruncated } = await send({ url }, undefined, undefined, secrets);
      expect([isTruncated, String(body).replaceAll(' ', '')], `${kept} of ${tail}`).toEqual([true, '***']);
    }
});

test('a URL has no control characters, which the URL parser leaves out', () => {
  for (const url of [
    'https://\t/evil.example/',
    'https://example.com/\r\n',
    'https://example.com/a\u0000',
    'https://a b/',
  ])
    expect(httpRequestInput.safeParse({ url }).success, JSON.stringify(url)).toBe(false);
  expect(httpRequestInput.safeParse({ url: 'https://example.com/?q=two words' }).success).toBe(true);
  expect(httpRequestInput.safeParse({ url: 'https://\t/x' }).error?.issues[0]?.message).toBe(
    'a URL without control characters, such as tabs and line breaks',
  );
});

test.each([
  [503, 'UnexpectedStatusError'],
  [429, 'UnexpectedStatusError'],
  [404, 'RefusedRequestError'],
  [302, 'RefusedRequestError'],
])('an answer %i is a %s', async (status, name) => {
  const url = await serve(
    (_, response) => void response.writeHead(status, { location: '/elsewhere?token=1' }).end('<b>why</b>'),
  );
  await expect(send({ url })).rejects.toMatchObject({
    name,
    message: `GET ${url} answered ${status}, which points to /elsewhere: <b>why</b>`,
  });
  expect(await send({ url, expectedStatuses: [status] })).toMatchObject({ status });
});

test('says why there was no answer, and hears the run being ended', async () => {
  const url = await serve(() => {});
  await expect(send({ url, timeoutInMs: 30 })).rejects.toThrow('no complete answer within 30 ms');
  await expect(send({ url: 'http://127.0.0.1:59999/' })).rejects.toMatchObject({ name: 'RequestNotAnsweredError' });
  await expect(send({ url }, AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled');
});

test.each(['http://ada:hidden@127.0.0.1/', 'http://a@b@127.0.0.1/', 'https://:hidden@127.0.0.1?x', 'HTTP://ada@x'])(
  'refuses credentials in the URL %s and does not quote it',
  (url) => {
    const issue = httpRequestInput.safeParse({ url }).error?.issues[0];
    expect(issue?.message).toBe('an http or https URL without user name and password');
  },
);

test('refuses an address that is not public before it connects, naming the host and the setting only', async () => {
  let connections = 0;
  const server = createServer().on('connection', () => connections++);
  const port = await listen(server);
  closing.push(() => server.close());
  const closed = createOutlet([]);
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:7f00:1]', '0.0.0.0']) {
    const refused = send({ url: `http://${host}:${port}/x?key=hidden` }, undefined, closed);
    await expect(refused).rejects.toBeInstanceOf(NonRetryableError);
    await expect(refused).rejects.toThrow(/^no connection to .+, port \d+, is allowed: .* TASKDECK_HTTP_ALLOW/);
    await expect(refused).rejects.not.toThrow('hidden');
  }
  expect(connections).toBe(0);
});

test('a redirect is answered, not followed', async () => {
  const paths: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    paths.push(request.url);
    response.writeHead(302, { location: '/next' }).end();
  });
  await send({ url: `${url}/first`, expectedStatuses: [302] });
  expect(paths).toEqual(['/first']);
});
