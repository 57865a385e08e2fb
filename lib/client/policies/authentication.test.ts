import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { TaskClient } from '../index.ts';
import { json, problem, startLocalServer } from '../testing/local-server.ts';

function credential(lifetimeInMs = 3_600_000) {
  let made = 0;
  return {
    asked: [] as unknown[],
    getToken(scopes: string | string[]) {
      this.asked.push(scopes);
      return Promise.resolve({ token: `t${++made}`, expiresOnTimestamp: Date.now() + lifetimeInMs });
    },
  };
}

test('concurrent calls share one token, which is kept', async () => {
  await using server = await startLocalServer(json(200, '{}'));
  const tokens = credential();
  const client = new TaskClient(server.url, tokens);
  await Promise.all([client.getIdentityAsync(), client.getIdentityAsync()]);
  await client.getIdentityAsync();
  expect(tokens.asked).toEqual([['Data/Taskdeck.Orchestration/.default']]);
  expect(server.received.map((request) => request.headers.authorization)).toEqual([
    'Bearer t1',
    'Bearer t1',
    'Bearer t1',
  ]);
});

test('a token about to expire is renewed first', async () => {
  await using server = await startLocalServer(json(200, '{}'));
  const client = new TaskClient(server.url, credential(60_000));
  await client.getIdentityAsync();
  await client.getIdentityAsync();
  expect(server.received[1]?.headers.authorization).toBe('Bearer t2');
});

test.each([
  ['119', 119_000, 2],
  ['121', 121_000, 1],
])('of a token with %s seconds left, %d ms, a second call makes %i in all', async (_, lifetimeInMs, made) => {
  await using server = await startLocalServer(json(200, '{}'));
  const tokens = credential(lifetimeInMs);
  const client = new TaskClient(server.url, tokens);
  await client.getIdentityAsync();
  await client.getIdentityAsync();
  expect(tokens.asked).toHaveLength(made);
});

test('a token that is refused and cannot be replaced is sent once', async () => {
  await using server = await startLocalServer(problem(401, 'Unauthenticated'));
  const getToken = () => Promise.resolve({ token: 'always the same', expiresOnTimestamp: Date.now() + 3_600_000 });
  await expect(new TaskClient(server.url, { getToken }).getIdentityAsync()).rejects.toMatchObject({
    code: 'Unauthenticated',
  });
  expect(server.received).toHaveLength(1);
});

test('a stream that a refused token was sent with is not sent again', async () => {
  await using server = await startLocalServer(problem(401, 'Unauthenticated'), json(200, '{}'));
  const state = new TaskClient(server.url, credential()).getStateClient();
  await expect(state.uploadBlobAsync('s/a', Readable.from([Buffer.from('once')]))).rejects.toMatchObject({
    code: 'Unauthenticated',
  });
  expect(server.received).toHaveLength(1);
});

test('a refused token is renewed once', async () => {
  const refuse = problem(401, 'Unauthenticated');
  await using server = await startLocalServer(refuse, json(200, '{"id":"me"}'), refuse);
  const client = new TaskClient(server.url, credential());
  expect(await client.getIdentityAsync()).toEqual({ id: 'me' });
  await expect(client.getIdentityAsync()).rejects.toMatchObject({ code: 'Unauthenticated', statusCode: 401 });
  expect(server.received).toHaveLength(4);
});

test('signing in shows no token, and needs none', async () => {
  await using server = await startLocalServer(json(200, '{"accessToken":"a"}'));
  const input = { email: 'a@b', password: 'p' };
  await new TaskClient(server.url, 'anonymous').signInAsync(input);
  await new TaskClient(server.url, credential()).signInAsync(input);
  expect(server.received.map((request) => request.headers.authorization)).toEqual([undefined, undefined]);
});

test('a credential without a token is a failure of its own', async () => {
  const client = new TaskClient('http://127.0.0.1:1', { getToken: () => Promise.resolve(null) });
  await expect(client.getIdentityAsync()).rejects.toMatchObject({ name: 'RequestFailedError', code: 'NoToken' });
});

test.each([
  ['nothing', undefined, /^the credential returned no token$/],
  ['a text', 'a token', /^the credential returned no token: its token \(a text\) is missing$/],
  ['an empty token', { token: '', expiresOnTimestamp: 1 }, /: its token \(a text\) is missing$/],
  ['no time', { token: 'a token' }, /: its expiresOnTimestamp \(a number\) is missing$/],
])('a credential that returns %s in place of a token is told as what it is', async (_, given, message) => {
  const getToken = async () => JSON.parse(JSON.stringify({ given })).given;
  const client = new TaskClient('http://127.0.0.1:1', { getToken });
  const failure = await client.getIdentityAsync().then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: 'NoToken', message: expect.stringMatching(message) });
});

test('a token is not replaced where the person has to prove again who they are', async () => {
  const asking = { 'www-authenticate': 'Bearer error="insufficient_user_authentication", max_age="300"' };
  await using server = await startLocalServer(problem(401, 'FreshProofRequired', {}, asking));
  const tokens = credential();
  await expect(new TaskClient(server.url, tokens).getIdentityAsync()).rejects.toMatchObject({
    code: 'FreshProofRequired',
  });
  expect(tokens.asked).toHaveLength(1);
});
