import { expect, test } from 'vitest';
import { TaskClient } from '../index.ts';
import { halfSent, json, problem, reset, startLocalServer } from '../testing/local-server.ts';

const task = json(200, '{"id":"t"}');
const retry = { initialDelayInMs: 1 };
const create = (client: TaskClient) => client.createTaskAsync({ type: 'x' });

test.each([
  ['a reset connection', reset],
  ['half an answer', halfSent],
  ['503', problem(503, 'ServiceUnavailable')],
  ['429', problem(429, 'TooManyRequests', {}, { 'retry-after': '0' })],
  ['an earlier try still under way', problem(409, 'IdempotencyKeyInUse')],
])('creates again after %s, with the same idempotency key', async (_, trouble) => {
  await using server = await startLocalServer(trouble, trouble, task);
  const client = new TaskClient(server.url, { key: 'k' }, { retry });
  expect(await create(client)).toEqual({ id: 't' });
  expect(server.received).toHaveLength(3);
  expect(new Set(server.received.map((request) => request.headers['idempotency-key'])).size).toBe(1);
  expect(new Set(server.received.map((request) => request.headers['x-request-id'])).size).toBe(1);
});

test('what can be used once is not sent twice when it may have been used', async () => {
  await using server = await startLocalServer(reset);
  const client = new TaskClient(server.url, 'anonymous', { retry });
  const email = 'a@example.org';
  for (const call of [
    client.signInAsync({ email, password: 'p', recoveryCode: 'abcd' }),
    client.signInWithProviderAsync({ provider: 'p', idToken: 't' }),
    client.acceptInvitationAsync({ token: 't', password: 'a password of mine' }),
  ])
    await expect(call).rejects.toMatchObject({ code: 'ConnectionFailed' });
  expect(server.received).toHaveLength(3);
  await expect(client.signInAsync({ email, password: 'p' })).rejects.toMatchObject({ code: 'ConnectionFailed' });
  expect(server.received).toHaveLength(3 + 5);
});

test('a change that is neither idempotent nor keyed is not sent twice when it may have happened', async () => {
  await using server = await startLocalServer(reset);
  const client = new TaskClient(server.url, { key: 'k' }, { retry });
  await expect(client.updateTaskAsync('t', { name: 'n' })).rejects.toMatchObject({ code: 'ConnectionFailed' });
  await expect(client.deleteTaskAsync('t', { ifMatch: '"1"' })).rejects.toMatchObject({ code: 'ConnectionFailed' });
  expect(server.received).toHaveLength(2);
});

test.each([502, 503, 504])(
  'a PATCH that was answered %i is not sent again: a proxy may have passed it on',
  async (status) => {
    await using server = await startLocalServer(problem(status, 'ServiceUnavailable'), task);
    const client = new TaskClient(server.url, { key: 'k' }, { retry });
    await expect(client.updateTaskAsync('t', { name: 'n' })).rejects.toMatchObject({ statusCode: status });
    expect(server.received).toHaveLength(1);
  },
);

test('what is idempotent by its method is sent again after a 503, unless it is conditional and has no key', async () => {
  const away = problem(503, 'ServiceUnavailable');
  const gone: typeof task = (_, response) => void response.writeHead(204).end();
  await using server = await startLocalServer(
    away,
    json(200, '{}'),
    away,
    gone,
    away,
    away,
    json(201, '{}'),
    away,
    gone,
  );
  const client = new TaskClient(server.url, { key: 'k' }, { retry });
  await client.setSecretAsync('NAME', 'value');
  await client.deleteTaskAsync('t');
  await expect(client.deleteTaskAsync('t', { ifMatch: '"1"' })).rejects.toMatchObject({ statusCode: 503 });
  await client.setSecretAsync('NAME', 'value', { ifNoneMatch: '*' });
  await client.deleteSecretAsync('NAME', { ifMatch: '"1"' });
  const sent = server.received.map(({ method, headers }) => [method, headers['idempotency-key']]);
  const [set, , , , , onlyNew, , seen] = sent.map(([, key]) => key);
  expect(sent).toEqual([
    ['PUT', set],
    ['PUT', set],
    ['DELETE', undefined],
    ['DELETE', undefined],
    ['DELETE', undefined],
    ['PUT', onlyNew],
    ['PUT', onlyNew],
    ['DELETE', seen],
    ['DELETE', seen],
  ]);
  expect(new Set([undefined, set, onlyNew, seen]).size).toBe(4);
});

test("a key of the caller's own is sent as it is with every try; other calls have keys that nobody else has", async () => {
  await using server = await startLocalServer(reset, task);
  const client = new TaskClient(server.url, { key: 'k' }, { retry });
  await client.createTaskAsync({ type: 'x' }, { idempotencyKey: 'mine' });
  await create(client);
  await create(client);
  const keys = server.received.map(({ headers }) => headers['idempotency-key']);
  expect(keys.slice(0, 2)).toEqual(['mine', 'mine']);
  expect(new Set(keys.slice(1)).size).toBe(3);
});

test('a conflict that is no earlier try of the same call is not sent again', async () => {
  await using server = await startLocalServer(problem(409, 'IdempotencyKeyReused'), task);
  const client = new TaskClient(server.url, { key: 'k' }, { retry });
  await expect(create(client)).rejects.toMatchObject({ code: 'IdempotencyKeyReused' });
  expect(server.received).toHaveLength(1);
});

test('a refused one is, for nothing had happened', async () => {
  await using server = await startLocalServer(problem(429, 'TooManyRequests'), task);
  const client = new TaskClient(server.url, { key: 'k' }, { retry });
  expect(await client.updateTaskAsync('t', { name: 'n' })).toEqual({ id: 't' });
});

test('waits as long as Retry-After says, but not beyond its own limit', async () => {
  const patience = (seconds: string) => problem(503, 'ServiceUnavailable', {}, { 'retry-after': seconds });
  await using server = await startLocalServer(patience('0.2'), task, patience('60'));
  const client = new TaskClient(server.url, { key: 'k' }, { retry });
  const startedAt = performance.now();
  await create(client);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(195);
  await expect(create(client)).rejects.toMatchObject({
    code: 'ServiceUnavailable',
    statusCode: 503,
    retryAfterInMs: 60_000,
  });
  expect(server.received).toHaveLength(3);
});

test('gives up after so many tries, and does not repeat what is plainly wrong', async () => {
  await using server = await startLocalServer(reset, reset, reset, problem(500, 'InternalError'));
  const client = new TaskClient(server.url, { key: 'k' }, { retry: { ...retry, maximumRetries: 2 } });
  await expect(create(client)).rejects.toMatchObject({ code: 'ConnectionFailed', statusCode: undefined });
  expect(server.received).toHaveLength(3);
  await expect(create(client)).rejects.toMatchObject({ code: 'InternalError' });
  expect(server.received).toHaveLength(4);
});

test('says that a service which is not there cannot be reached', async () => {
  const gone = await startLocalServer();
  await gone[Symbol.asyncDispose]();
  const client = new TaskClient(gone.url, { key: 'k' }, { retry });
  await expect(client.getTaskAsync('t')).rejects.toMatchObject({
    code: 'ConnectionFailed',
    requestId: expect.any(String),
  });
});
