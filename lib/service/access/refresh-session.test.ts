import { expect, test } from 'vitest';
import type { AuditRecord, SignInResponse } from '#contract';
import { parseSecretsKey, type SecretsKey } from '#engine';
import { started } from '../../contract/testing/started.ts';
import { adminEmail, adminPassword, startTestService } from '../testing/test-service.ts';
import { refreshSession } from './refresh-session.ts';
import { hashToken } from './session.ts';

const service = started(startTestService, 'close');

const signIn = async () => {
  const answer = await service.call('POST', '/v1/sign-in', { body: { email: adminEmail, password: adminPassword } });
  return answer.body as SignInResponse;
};
const send = (refreshToken: string, more: { rotate?: boolean; address?: string } = {}) => {
  const { address, ...rest } = more;
  const headers = address === undefined ? {} : { 'x-forwarded-for': address };
  return service.call('POST', '/v1/sign-in/refresh', { body: { refreshToken, ...rest }, headers });
};
const refresh = async (refreshToken: string, more = {}) => (await send(refreshToken, more)).body as SignInResponse;
const statusWith = async (token: string) => (await service.call('GET', '/v1/identity', { token })).status;
/** As if a token had been spent some seconds earlier. */
const age = (refreshToken: string, seconds: number) => service.database`
  update spent_refresh_token set spent_on = spent_on - make_interval(secs => ${seconds})
  where token_hash = ${hashToken(refreshToken)}`;

test('a refresh exchanges the token; with rotate: false it keeps it', async () => {
  const { refreshToken } = await signIn();
  expect((await refresh(refreshToken, { rotate: false })).refreshToken).toBe(refreshToken);
  const next = await refresh(refreshToken);
  expect(next.refreshToken).toMatch(/^[\w-]{43}$/);
  expect(next.refreshToken).not.toBe(refreshToken);
  expect(await statusWith(next.accessToken)).toBe(200);
  const third = await refresh(next.refreshToken);
  expect([refreshToken, next.refreshToken]).not.toContain(third.refreshToken);
  expect(await statusWith(third.accessToken)).toBe(200);
});

test('all who exchange a token at once get the same one, and the session lives', async () => {
  const { refreshToken } = await signIn();
  const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(refreshToken)));
  const [next = '', ...others] = new Set(answers.map((answer) => answer.refreshToken));
  expect(others).toEqual([]);
  await age(refreshToken, 50);
  expect((await refresh(refreshToken)).refreshToken, 'a lost answer').toBe(next);
  expect((await refresh(refreshToken, { rotate: false })).refreshToken).toBe(next);
  await refresh(next);
  expect((await refresh(refreshToken)).refreshToken, 'also when the next one is spent, too').toBe(next);
});

test('a token that is exchanged again gets the same one also while the key is rotated', async () => {
  const { database } = service;
  const limits = { hours: 1, idleMinutes: 10 };
  const [old, both] = [keyOf(1), keyOf(2, 1)];
  const exchange = async (secretsKey: SecretsKey, token: string) => {
    const session = await refreshSession({ database, secretsKey }, token, limits, true);
    return session !== undefined && 'refreshToken' in session ? session.refreshToken : undefined;
  };
  const { refreshToken: first } = await signIn();
  const second = (await exchange(old, first)) ?? '';
  expect(await exchange(both, first), 'at a service with the new key').toBe(second);
  const third = await exchange(both, second);
  expect([await exchange(both, first), await exchange(both, second)]).toEqual([second, third]);
  await expect(exchange(old, second), 'at a service without it').rejects.toMatchObject({ code: 'ServiceUnavailable' });
  expect(await exchange(both, third ?? ''), 'the session lives').toBeDefined();
});

function keyOf(...bytes: number[]): SecretsKey {
  const key = parseSecretsKey(bytes.map((byte) => Buffer.alloc(32, byte).toString('base64')).join(','));
  if (key === undefined) throw new Error('they are keys');
  return key;
}

test('the use of a spent token after a minute ends the session, and no other', async () => {
  const [stolen, other] = [await signIn(), await signIn()];
  const next = await refresh(stolen.refreshToken);
  await age(stolen.refreshToken, 61);
  expect(await statusWith(next.accessToken)).toBe(200);
  expect(await send(stolen.refreshToken)).toMatchObject({
    status: 401,
    body: { code: 'Unauthenticated', detail: expect.stringContaining('used before') },
  });
  expect((await send(next.refreshToken)).status).toBe(401);
  await expect.poll(() => statusWith(next.accessToken), { timeout: 2_000 }).toBe(401);
  expect(await statusWith(other.accessToken)).toBe(200);
  expect((await send(other.refreshToken)).status).toBe(200);
  expect((await send(stolen.refreshToken)).body).toMatchObject({ detail: 'the session has ended; sign in again' });
});

test('a spent token is refused without an end when its caller keeps tokens', async () => {
  const { refreshToken } = await signIn();
  const next = await refresh(refreshToken);
  await age(refreshToken, 61);
  expect((await send(refreshToken, { rotate: false })).status).toBe(401);
  expect((await send(next.refreshToken)).status).toBe(200);
});

test('the audit trail says that a session ended so, also in a flood of wrong tokens', async () => {
  const address = '203.0.113.77';
  const { refreshToken, operator } = await signIn();
  const next = await refresh(refreshToken);
  await age(refreshToken, 61);
  for (let n = 0; n < 8; n++)
    await Promise.all(Array.from({ length: 40 }, () => send(crypto.randomUUID(), { address })));
  await send(refreshToken, { address });
  const { body } = await service.call('GET', '/v1/audit?operation=RefreshSignIn&maxPageSize=1', {
    token: service.allKey,
  });
  expect((body as { value: AuditRecord[] }).value).toMatchObject([
    {
      outcome: 'refused',
      status: 401,
      identity: { kind: 'operator', id: operator.id, name: adminEmail },
      sourceAddress: address,
      detail: expect.stringContaining('used before, so the session has ended'),
    },
  ]);
  expect(JSON.stringify(body)).not.toContain(refreshToken);
  expect(JSON.stringify(body)).not.toContain(next.refreshToken);
});

test('a sign-out with a spent token ends the session', async () => {
  const { refreshToken } = await signIn();
  const next = await refresh(refreshToken);
  await age(refreshToken, 61);
  expect((await service.call('POST', '/v1/sign-out', { body: { refreshToken } })).status).toBe(204);
  expect((await send(next.refreshToken)).status).toBe(401);
});

test('a spent token of a session that is over does nothing', async () => {
  const { refreshToken } = await signIn();
  const next = await refresh(refreshToken);
  await service.call('POST', '/v1/sign-out', { body: { refreshToken: next.refreshToken } });
  expect((await send(refreshToken)).status).toBe(401);
  await age(refreshToken, 61);
  expect((await send(refreshToken)).body).toMatchObject({ detail: 'the session has ended; sign in again' });
});
