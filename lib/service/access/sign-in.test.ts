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

test('an account is one, however its name is written: five guesses are free, at the same time too', async () => {
  const names = ['Carol@example.com', ' carol@example.com', 'CAROL@EXAMPLE.COM ', 'carol@example.com'];
  const answers = await Promise.all([...names, ...names].map((name) => signIn(name, 'a guess')));
  expect(answers.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers.get('retry-after')).toBe('1');
  expect(refused?.body).toMatchObject({ code: 'TooManyRequests' });
});

test('the right password must wait like a wrong one, then clears the count', async () => {
  const failures = async () =>
    (await service.database`select failures from sign_in_throttle where subject = ${`account:${adminEmail}`}`)[0];
  for (let guess = 0; guess < 4; guess += 1) expect((await signIn(adminEmail, 'a guess')).status).toBe(401);
  await service.database`update sign_in_throttle set blocked_until = now() + interval '1 minute'`;
  expect(await signIn(adminEmail, adminPassword)).toMatchObject({ status: 429, body: { code: 'TooManyRequests' } });
  await service.database`update sign_in_throttle set blocked_until = now()`;
  expect(await failures()).toEqual({ failures: 4 });
  expect((await signIn(adminEmail, adminPassword)).status).toBe(200);
  expect(await failures()).toBeUndefined();
});

test('an address with many failures waits whatever account it tries; another does not', async () => {
  await service.database`
    insert into sign_in_throttle (subject, failures, blocked_until)
    values ('address:203.0.113.9', 40, now() + interval '1 minute')`;
  const from = async (address: string) => {
    const body = { email: adminEmail, password: adminPassword };
    return (await service.call('POST', '/v1/sign-in', { body, headers: { 'x-forwarded-for': address } })).status;
  };
  expect(await from('203.0.113.9')).toBe(429);
  expect(await from('203.0.113.10')).toBe(200);
});
