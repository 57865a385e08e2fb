import { expect, expectTypeOf, test } from 'vitest';
import { LosslessNumber } from '#contract';
import { isRequestFailedError, type RequestFailedError, TaskClient } from './index.ts';
import { json, problem, reset, silent, startLocalServer } from './testing/local-server.ts';

const key = { key: 'k-1' };

async function failureOf(work: Promise<unknown>): Promise<RequestFailedError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isRequestFailedError(error)) throw new Error(`no RequestFailedError but ${error}`);
  return error;
}

test('sends what the operation table says, with the key, and reads the answer without rounding a number', async () => {
  await using server = await startLocalServer(
    json(201, '{"id":"a","input":{"n":9007199254740993,"x":1.00000000000000000001}}'),
  );
  const client = new TaskClient(server.url, key, { userAgentPrefix: 'mine/1' });
  const task = await client.createTaskAsync({ type: 'order', input: { n: 9007199254740993n } });
  expect(task.input).toEqual({ n: 9007199254740993n, x: new LosslessNumber('1.00000000000000000001') });
  expect(server.received[0]).toMatchObject({
    method: 'POST',
    body: '{"type":"order","input":{"n":9007199254740993}}',
    headers: {
      authorization: 'Bearer k-1',
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'user-agent': expect.stringMatching(/^mine\/1 taskdeck-client\//),
    },
  });
});

test('puts filters, conditions and path parameters where they belong', async () => {
  await using server = await startLocalServer(
    json(200, '{"value":[]}'),
    json(200, '{}'),
    (_, response) => void response.writeHead(204).end(),
  );
  const client = new TaskClient(`${server.url}/`, key);
  await client
    .listTasksAsync({ status: ['failed', 'timedOut'], tag: ['a=b&c'], schedule: false, maxPageSize: 7 })
    .next();
  await client.updateTaskAsync('a:b', { name: null }, { ifMatch: '"7"' });
  await client.raiseTaskEventAsync('t', 'approval/é %', { value: null });
  const [list, update, raise] = server.received;
  expect(list?.url.search).toBe('?status=failed&status=timedOut&tag=a%3Db%26c&schedule=false&maxPageSize=7');
  expect(update).toMatchObject({ method: 'PATCH', body: '{"name":null}', headers: { 'if-match': '"7"' } });
  expect(update?.url.pathname).toBe('/v1/tasks/a%3Ab');
  expect(raise).toMatchObject({ body: '{"value":null}' });
  expect(raise?.url.pathname).toBe('/v1/tasks/t/events/approval%2F%C3%A9%20%25');
});

test('keeps every digit of a 64-bit run count', async () => {
  await using server = await startLocalServer(json(200, '{}'));
  const client = new TaskClient(server.url, key);
  await client.getTaskHistoryAsync('t', 9223372036854775807n);
  expect(server.received[0]?.url.pathname).toBe('/v1/tasks/t/history/9223372036854775807');
});

test('refuses wrong arguments before anything is sent', async () => {
  await using server = await startLocalServer(json(200, '{}'));
  const client = new TaskClient(server.url, key);
  await expect(client.getTaskAsync('a/b')).rejects.toThrow(RangeError);
  await expect(client.getTaskAsync('..')).rejects.toThrow(RangeError);
  await expect(client.getTaskAsync('t', { waitInMs: 60_001 })).rejects.toThrow(RangeError);
  await expect(client.getTaskHistoryAsync('t', 2 ** 53)).rejects.toThrow('bigint');
  await expect(client.getTaskHistoryAsync('t', 0)).rejects.toThrow(RangeError);
  await expect(client.getTaskHistoryAsync('t', 2n ** 63n)).rejects.toThrow(RangeError);
  await expect(client.createTaskAsync({ type: 'x', input: { a: [1, Number.NaN] } })).rejects.toThrow('/input/a/1: NaN');
  await expect(client.raiseTaskEventAsync('t', '\ud800', { value: 1 })).rejects.toThrow(RangeError);
  // @ts-expect-error an id is a string
  await expect(client.getTaskAsync(null)).rejects.toThrow(TypeError);
  // @ts-expect-error the input is required
  await expect(client.createTaskAsync()).rejects.toThrow(TypeError);
  expect(() => client.listTasksAsync({ maxPageSize: 0 })).toThrow(RangeError);
  expect(server.received).toEqual([]);
});

test('refuses an endpoint that would show the token to others', () => {
  expect(() => new TaskClient('http://tasks.example.com', key)).toThrow('allowInsecureConnection');
  expect(() => new TaskClient('nonsense', key)).toThrow(TypeError);
  expect(() => new TaskClient('https://tasks.example.com?x=1', key)).toThrow(TypeError);
  new TaskClient('http://tasks.example.com', key, { allowInsecureConnection: true });
});

test('turns a problem document into one error that says all of it', async () => {
  const errors = [{ pointer: '/type', message: 'is required' }];
  await using server = await startLocalServer(problem(400, 'InvalidRequest', { errors }));
  const error = await failureOf(new TaskClient(server.url, key).createTaskAsync({ type: 'x' }));
  expect(error).toMatchObject({
    name: 'RequestFailedError',
    message: 'why: InvalidRequest',
    code: 'InvalidRequest',
    operation: 'CreateTask',
    statusCode: 400,
    requestId: 'r-1',
    details: errors,
  });
});

test.each([
  ['a page of a proxy', json(502, '<html>')],
  ['broken JSON', json(200, '{"id":')],
  ['a code nobody knows', problem(418, 'Teapot')],
])('calls %s unexpected', async (_, answer) => {
  await using server = await startLocalServer(answer);
  const client = new TaskClient(server.url, key, { retry: { maximumRetries: 0 } });
  expect(await failureOf(client.getTaskAsync('t'))).toMatchObject({
    code: 'UnexpectedAnswer',
    requestId: expect.any(String),
  });
});

test('an abort is honoured at once, whatever is going on', async () => {
  await using server = await startLocalServer(silent, problem(503, 'ServiceUnavailable', {}, { 'retry-after': '5' }));
  const client = new TaskClient(server.url, key);
  await expect(client.getTaskAsync('t', { abortSignal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(server.received).toEqual([]);
  for (const _ of ['while waiting for the answer', 'while waiting to try again']) {
    const startedAt = performance.now();
    await expect(client.getTaskAsync('t', { abortSignal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  }
  const stuck = new TaskClient(server.url, { getToken: () => new Promise(() => {}) });
  await expect(stuck.getTaskAsync('t', { abortSignal: AbortSignal.timeout(20) })).rejects.toMatchObject({
    name: 'AbortError',
  });
});

test('an answer that does not come, or stops coming, is a failure with a name', async () => {
  await using server = await startLocalServer(silent, (_, response) => void response.writeHead(200).write('{'));
  const client = new TaskClient(server.url, key, { requestTimeoutInMs: 50 });
  expect(await failureOf(client.getTaskAsync('t'))).toMatchObject({ code: 'RequestTimedOut' });
  expect(await failureOf(client.getTaskAsync('t'))).toMatchObject({ code: 'RequestTimedOut' });
});

test('every try has its whole time, also after one that broke', async () => {
  await using server = await startLocalServer(reset, silent);
  const client = new TaskClient(server.url, key, { requestTimeoutInMs: 100, retry: { initialDelayInMs: 1 } });
  expect(await failureOf(client.getTaskAsync('t'))).toMatchObject({ code: 'RequestTimedOut' });
  expect(server.received).toHaveLength(2);
});

test('an abort tells why, and a failure which request it was', async () => {
  await using server = await startLocalServer(silent, (_, response) => void response.writeHead(304).end());
  const client = new TaskClient(server.url, key);
  const reason = new Error('the page was left');
  const leaving = new AbortController();
  const waiting = client.getTaskAsync('t', { abortSignal: leaving.signal });
  await expect.poll(() => server.received.length).toBe(1);
  leaving.abort(reason);
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError', cause: reason });
  expect(await failureOf(client.getTaskAsync('t'))).toMatchObject({
    code: 'NotModified',
    statusCode: 304,
    requestId: server.received[1]?.headers['x-request-id'],
  });
});

test('nothing secret shows when a client is printed', async () => {
  const { inspect } = await import('node:util');
  expect(
    inspect(new TaskClient('http://127.0.0.1:1', { key: 'top-secret' }), { depth: 9, showHidden: true }),
  ).not.toContain('top-secret');
});

test('a list that failed at a page goes on with the token of the page before', async () => {
  await using server = await startLocalServer(
    json(200, '{"value":[1,2],"nextLink":"/v1/tasks?continuationToken=two"}'),
    problem(500, 'InternalError'),
    json(200, '{"value":[3]}'),
  );
  const client = new TaskClient(server.url, key, { retry: { maximumRetries: 0 } });
  const seen: unknown[] = [];
  let continuationToken: string | undefined;
  const read = async () => {
    const pages = client.listTasksAsync().byPage(continuationToken === undefined ? {} : { continuationToken });
    for await (const page of pages) {
      seen.push(...page);
      continuationToken = page.continuationToken;
    }
  };
  await expect(read()).rejects.toMatchObject({ code: 'InternalError' });
  await read();
  expect(seen).toEqual([1, 2, 3]);
  expect(server.received.map((request) => request.url.search)).toEqual([
    '',
    '?continuationToken=two',
    '?continuationToken=two',
  ]);
});

test('a page that follows on itself, as from a cache that ignores the query, is no endless list', async () => {
  const same = json(200, '{"value":[1],"nextLink":"/v1/tasks?continuationToken=two"}');
  await using server = await startLocalServer(same, same, same);
  const seen: unknown[] = [];
  const read = async () => {
    for await (const task of new TaskClient(server.url, key).listTasksAsync()) seen.push(task);
  };
  await expect(read()).rejects.toMatchObject({ code: 'UnexpectedAnswer' });
  expect(seen).toEqual([1]);
});

test('pages: items across pages, pages with their tokens, and nothing followed to another host', async () => {
  const first = json(200, '{"value":[1,2],"nextLink":"http://elsewhere.example/v1/tasks?continuationToken=n%2B1"}');
  const last = json(200, '{"value":[3]}');
  await using server = await startLocalServer(first, last, first, last);
  const client = new TaskClient(server.url, key);
  const seen: unknown[] = [];
  for await (const task of client.listTasksAsync({ type: ['a'] })) seen.push(task);
  expect(seen).toEqual([1, 2, 3]);
  expect(server.received.map((request) => request.url.search)).toEqual(['?type=a', '?type=a&continuationToken=n%2B1']);
  const pages = client.listTasksAsync().byPage({ maxPageSize: 2, continuationToken: 'n0' });
  const { value: page } = await pages.next();
  expect([...page]).toEqual([1, 2]);
  expect(page.continuationToken).toBe('n+1');
  expect((await pages.next()).value).not.toHaveProperty('continuationToken');
  expect((await pages.next()).done).toBe(true);
  expect(server.received[2]?.url.search).toBe('?maxPageSize=2&continuationToken=n0');
  const others = ['{"value":[1],"nextLink":"/v1/tasks"}', 'null', '{}', '{"value":{"length":1}}', '[1]'];
  await using broken = await startLocalServer(...others.map((text) => json(200, text)));
  const unexpected = { name: 'RequestFailedError', code: 'UnexpectedAnswer' };
  for (const text of others)
    await expect(new TaskClient(broken.url, key).listTasksAsync().next(), text).rejects.toMatchObject(unexpected);
});

test('an event takes data whose type is an interface', () => {
  interface Decision {
    approved: boolean;
  }
  expectTypeOf<{ value: Decision }>().toExtend<Parameters<TaskClient['raiseTaskEventAsync']>[2]>();
  expectTypeOf<{ value: Decision }>().toExtend<Parameters<TaskClient['raiseTaskEvent']>[2]>();
});
