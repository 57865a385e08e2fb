import { afterAll, beforeAll, expect, test } from 'vitest';
import { fullScope, scopes } from '#contract';
import { adminEmail, adminPassword, startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const signIn = (email: string, password: string) => service.call('POST', '/v1/sign-in', { body: { email, password } });

type SignedIn = { accessToken: string; refreshToken: string };
const signedIn = async (email = adminEmail, password = adminPassword) =>
  (await signIn(email, password)).body as SignedIn;

test('the first operator signs in, has every scope, and is told who they are', async () => {
  const answer = await signIn(' Admin@localhost ', adminPassword);
  expect(answer).toMatchObject({
    status: 200,
    body: { operator: { email: adminEmail }, scopes: scopes.map(fullScope) },
  });
  const { accessToken } = answer.body as SignedIn;
  const identity = await service.call('GET', '/v1/identity', { token: accessToken });
  expect(identity).toMatchObject({ status: 200, body: { kind: 'operator', name: adminEmail } });
});

test('an unknown name and a wrong password get the same answer after about the same time', async () => {
  const timed = async (email: string) => {
    const startedAt = performance.now();
    const answer = await signIn(email, 'wrong password');
    return { tookInMs: performance.now() - startedAt, answer };
  };
  await service.call('POST', '/v1/operators', {
    token: service.allKey,
    body: { email: 'dora@example.com', name: 'Dora', password: 'doras password', scopes: [] },
  });
  await timed('warm-up@example.com');
  const unknown = await timed('nobody@example.com');
  const known = await timed('dora@example.com');
  const { requestId: _, ...unknownBody } = unknown.answer.body as Record<string, unknown>;
  expect(known.answer.body).toMatchObject(unknownBody);
  expect(unknown.answer.status).toBe(401);
  expect(unknown.tookInMs / known.tookInMs).toBeGreaterThan(0.4);
  expect(unknown.tookInMs / known.tookInMs).toBeLessThan(2.5);
});

test('a refresh token gets the next access token until sign-out; then both are refused', async () => {
  const { refreshToken } = await signedIn();
  const refreshed = await service.call('POST', '/v1/sign-in/refresh', { body: { refreshToken } });
  expect(refreshed.status).toBe(200);
  const { accessToken } = refreshed.body as SignedIn;
  expect((await service.call('POST', '/v1/sign-out', { body: { refreshToken } })).status).toBe(204);
  expect((await service.call('POST', '/v1/sign-out', { body: { refreshToken } })).status).toBe(204);
  const again = await service.call('POST', '/v1/sign-in/refresh', { body: { refreshToken } });
  expect(again).toMatchObject({ status: 401, body: { code: 'Unauthenticated' } });
  expect((await service.call('GET', '/v1/identity', { token: accessToken })).status).toBe(401);
});

test('a disabled operator loses access within seconds', async () => {
  const { accessToken: admin } = await signedIn();
  const made = await service.call('POST', '/v1/operators', {
    token: admin,
    body: { email: 'bob@example.com', name: 'Bob', password: 'bobs password', scopes: [fullScope('tasks/read')] },
  });
  expect(made).toMatchObject({ status: 201, headers: expect.anything() });
  const { id } = made.body as { id: string };
  const { accessToken: bob } = await signedIn('bob@example.com', 'bobs password');
  const reads = () => service.call('GET', '/v1/limits', { token: bob });
  expect((await reads()).status).toBe(200);
  await service.call('PATCH', `/v1/operators/${id}`, { token: admin, body: { isDisabled: true } });
  await expect.poll(async () => (await reads()).status, { timeout: 4_000 }).toBe(401);
  expect((await signIn('bob@example.com', 'bobs password')).body).toMatchObject({ code: 'InvalidCredentials' });
});

test('after five failures an account waits, longer each time, also when the guesses come at once', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => signIn('carol@example.com', 'a guess')));
  const refused = answers.filter((answer) => answer.status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(6);
  expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(refused[0]?.body).toMatchObject({ code: 'TooManyRequests' });
  await service.database`update sign_in_throttle set blocked_until = now(), failures = 9 where subject like 'account:carol%'`;
  await signIn('carol@example.com', 'a guess');
  const later = await signIn('carol@example.com', 'a guess');
  expect(Number(later.headers.get('retry-after'))).toBeGreaterThan(15);
});

test('an address with many failures waits whatever account it tries', async () => {
  await service.database`
    insert into sign_in_throttle (subject, failures, blocked_until)
    values ('address:203.0.113.9', 40, now() + interval '1 minute')`;
  const answer = await service.call('POST', '/v1/sign-in', {
    body: { email: adminEmail, password: adminPassword },
    headers: { 'x-forwarded-for': '203.0.113.9' },
  });
  expect(answer.status).toBe(429);
  expect((await signIn(adminEmail, adminPassword)).status).toBe(200);
});
