import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { expect, test } from 'vitest';
import { limits, type Problem, problem } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startTestService, type TestRequest } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

/** Sends a request, expects a problem document with this code, and returns it. */
async function refused(code: string, method: string, path: string, request: TestRequest = {}): Promise<Problem> {
  const answer = await service.call(method, path, { token: service.allKey, ...request });
  expect(answer.body, answer.text).toMatchObject({ code });
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  const parsed = problem.parse(answer.body);
  expect(parsed.status).toBe(answer.status);
  expect(parsed.requestId).toBe(answer.headers.get('x-request-id'));
  return parsed;
}

test('an unknown path is 404, another method 405 with Allow', async () => {
  await refused('OperationNotFound', 'GET', '/v1/nothing');
  await refused('OperationNotFound', 'GET', '/v1/tasks/');
  await refused('MethodNotAllowed', 'PUT', '/v1/tasks');
  const answer = await service.call('DELETE', '/v1/sign-in');
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  expect((await service.call('POST', '/healthz')).headers.get('allow')).toBe('GET, HEAD');
});

test('a connection is kept for longer than callers and proxies keep one idle', async () => {
  const sent = httpRequest(`${service.url}/healthz`, { headers: { connection: 'keep-alive' } }).end();
  const [answer] = await once(sent, 'response');
  expect(answer.headers['keep-alive']).toBe('timeout=65');
  answer.destroy();
});

test('a body must be JSON in UTF-8, and a mistake is located', async () => {
  const path = '/v1/tasks';
  await refused('UnsupportedMediaType', 'POST', path, { raw: '{}', headers: { 'content-type': 'text/plain' } });
  await refused('UnsupportedMediaType', 'POST', path, { raw: '{}', headers: { 'content-encoding': 'gzip' } });
  const located = await refused('InvalidJson', 'POST', path, { raw: '{"type": "a",\n "id": nope}' });
  expect(located.detail).toContain('line 2, column 8');
  expect((await refused('InvalidJson', 'POST', path, { raw: '{"type":' })).detail).toContain('ends too early');
  await refused('InvalidJson', 'POST', path, { raw: new Uint8Array([123, 34, 0xff, 34, 125]) });
  await refused('InvalidJson', 'POST', path, { raw: '' });
  await refused('LimitExceeded', 'POST', path, { raw: `${'['.repeat(100_000)}${']'.repeat(100_000)}` });
  const nul = await refused('InvalidRequest', 'POST', path, { raw: '{"type":"a","tags":{"a/b":"\\u0000"}}' });
  expect(nul.errors?.[0]?.pointer).toBe('/tags/a~1b');
  await refused('InvalidRequest', 'POST', path, { raw: '{"type":"a","name":"\\ud800"}' });
});

test('unknown members and wrong values are named by pointer', async () => {
  const found = await refused('InvalidRequest', 'POST', '/v1/tasks', {
    body: { type: 'a', prioritty: 1, tags: { a: 1 } },
  });
  expect(found.errors?.map((error) => error.pointer)).toContain('/tags/a');
  expect(found.errors?.map((error) => error.message).join()).toContain('prioritty');
});

test('a query may hold only what the operation knows, once', async () => {
  const unknown = await refused('InvalidRequest', 'GET', '/v1/tasks?pageSize=3');
  expect(unknown.detail).toMatch(/unknown query parameter "pageSize"; allowed: .*maxPageSize/);
  await refused('InvalidRequest', 'GET', '/v1/limits?x=1');
  const twice = await refused('InvalidRequest', 'GET', '/v1/tasks?search=a&search=b');
  expect(twice.errors).toEqual([{ pointer: 'query/search', message: '"search" is given 2 times' }]);
  await refused('InvalidRequest', 'GET', '/v1/tasks?search=%ff');
  await refused('InvalidRequest', 'GET', '/v1/tasks?search=%zz');
  await refused('InvalidRequest', 'GET', '/v1/tasks?search=%00');
  await refused('InvalidRequest', 'GET', '/v1/tasks?maxPageSize=1001');
  await refused('InvalidRequest', 'GET', '/v1/tasks/%zz');
  await refused('InvalidRequest', 'GET', '/v1/tasks/a%2Fb');
  await refused('InvalidRequest', 'GET', '/v1/tasks/a/history/9223372036854775808');
  await refused('InvalidContinuationToken', 'GET', '/v1/audit?continuationToken=bm90IG91cnM');
  for (const forged of ['{"t":"a\\u0000"}', '{"t":"\\ud800"}'])
    await refused(
      'InvalidContinuationToken',
      'GET',
      `/v1/task-types?continuationToken=${Buffer.from(forged).toString('base64url')}`,
    );
});

test('a body that is too large is refused by its declared size, and by its bytes when none is declared', async () => {
  const declared = await refused('PayloadTooLarge', 'POST', '/v1/sign-in', {
    raw: 'x'.repeat(limits.anonymousBodyBytes + 1),
  });
  expect(declared.detail).toContain(`at most ${limits.anonymousBodyBytes} bytes`);
  expect(declared.detail).toContain(`${limits.anonymousBodyBytes + 1} bytes`);
  const status = await new Promise((resolve, reject) => {
    const sending = httpRequest(`${service.url}/v1/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    });
    sending.once('response', (response) => resolve(response.resume().statusCode)).once('error', reject);
    for (let sent = 0; sent <= limits.anonymousBodyBytes; sent += 1024) sending.write(Buffer.alloc(1024, 32));
    sending.end();
  });
  expect(status).toBe(413);
});

test('an expectation that is not known is ignored', async () => {
  const { status } = await new Promise<{ status: number | undefined }>((resolve, reject) => {
    const sending = httpRequest(`${service.url}/healthz`, { headers: { expect: 'nonsense' } });
    sending.once('response', (response) => resolve({ status: response.resume().statusCode })).once('error', reject);
    sending.end();
  });
  expect(status).toBe(200);
});

/** Sends a text on a connection of its own. Resolves with all that is answered. */
function answerTo(sent: string): Promise<string> {
  const { port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connectSocket(Number(port), '127.0.0.1', () => socket.write(sent));
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('close', () => resolve(received)).on('error', reject);
  });
}

test('a body that is packed for its way is refused: its bytes would be stored as they come', async () => {
  const body = { id: 'packed', value: 1, hasBlob: true };
  const entry = await service.call('PUT', '/v1/stores/files/entries/packed', { token: service.allKey, body });
  expect(entry.status).toBe(201);
  const head = `PUT /v1/stores/files/blobs/packed HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.allKey}`;
  const text = await answerTo(
    `${head}\r\nConnection: close\r\nTransfer-Encoding: gzip, chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`,
  );
  expect(text).toMatch(/^HTTP\/1.1 400 .*header\/transfer-encoding/s);
  await refused('BlobNotFound', 'GET', '/v1/stores/files/blobs/packed');
});

test('what a caller still sends of a body that is refused costs neither the answer nor the connection', async () => {
  const body = 'x'.repeat(256 * limits.anonymousBodyBytes); // more than a connection buffers
  const head = `POST /v1/sign-in HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  const text = await answerTo(`${head}\r\n\r\n${body}GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
});

test('what is not HTTP is answered with a problem, and the service lives on', async () => {
  const text = await answerTo('NONSENSE\r\n\r\n');
  expect(text).toContain('application/problem+json');
  expect((await service.call('GET', '/readyz')).status).toBe(200);
});

test.each([
  ['no Host', []],
  ['two Hosts', ['Host', 'a', 'Host', 'b']],
  ['two tokens', ['Host', 'a', 'Authorization', 'Bearer other']],
  ['two keys', ['Host', 'a', 'Idempotency-Key', 'a', 'idempotency-key', 'b']],
  ['two types', ['Host', 'a', 'Content-Type', 'application/json', 'Content-Type', 'text/plain']],
])('a request with %s is refused: who is in between could read it in another way', async (_, headers) => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = [...headers, 'Authorization', `Bearer ${service.allKey}`, 'Connection', 'close'];
    const request = httpRequest(`${service.url}/v1/identity`, { setHost: false, headers: sent }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    request.on('error', reject).end();
  });
  expect(status).toBe(400);
});

test('the request id is the caller’s when it is sane, and security headers are on every answer', async () => {
  const sane = await service.call('GET', '/v1/limits', {
    token: service.allKey,
    headers: { 'x-request-id': 'my-id.7' },
  });
  expect(sane.headers.get('x-request-id')).toBe('my-id.7');
  expect(sane.headers.get('cache-control')).toBe('no-store');
  expect(sane.headers.get('x-content-type-options')).toBe('nosniff');
  expect(sane.headers.get('access-control-allow-origin')).toBeNull();
  const odd = await service.call('GET', '/v1/limits', { headers: { 'x-request-id': 'no spaces please' } });
  expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('health, readiness and metrics need no token', async () => {
  expect((await service.call('GET', '/healthz')).body).toEqual({ status: 'ok' });
  expect((await service.call('GET', '/readyz')).body).toEqual({ status: 'ready' });
  const metrics = await service.call('GET', '/metrics');
  expect(metrics.text).toContain('taskdeck_request_duration_seconds_count{operation="GetLimits",status="200"}');
  expect(metrics.text).toContain('nodejs_eventloop_lag_seconds');
  const document = await service.call('GET', '/v1/openapi.json');
  expect(document.body, 'names the port that it runs on').toMatchObject({ servers: [{ url: service.url }] });
});

test('metrics and the OpenAPI document can be turned off, and https asks for https from then on', async () => {
  const options = { hasMetrics: false, hasOpenApi: false, publicUrl: 'https://tasks.example.org' };
  const closed = await startTestService(options);
  try {
    for (const path of ['/metrics', '/v1/openapi.json']) {
      expect((await service.call('GET', path)).status).toBe(200);
      expect(await closed.call('GET', path)).toMatchObject({ status: 404, body: { code: 'OperationNotFound' } });
    }
    const healthy = await closed.call('GET', '/healthz');
    expect(healthy.headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect((await service.call('GET', '/healthz')).headers.get('strict-transport-security')).toBeNull();
  } finally {
    await closed.close();
  }
});
