import { beforeEach, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';
import { untilRecorded } from '../testing/until-recorded.ts';
import { hashPassword } from './password.ts';

const service = started(startTestService, 'close');
const email = 'ada@example.com';
const password = 'the first of all passwords';
/** The operator as she was, with a hash that is cheap to check. */
beforeEach(async () => {
  const hash = await hashPassword(password, { N: 1_024, r: 8, p: 1 });
  await service.database`
    insert into operator (email, name, password_hash, scopes) values (${email}, 'Ada', ${hash}, '{tasks/read}')
    on conflict (email) do update set password_hash = ${hash}, must_change_password = false`;
});

type SignedIn = { accessToken: string; refreshToken: string; mustChangePassword?: boolean };
const signIn = async (given = password) =>
  (await service.call('POST', '/v1/sign-in', { body: { email, password: given } })).body as SignedIn;
const change = (token: string, newPassword: string, currentPassword = password) =>
  service.call('POST', '/v1/identity/password', { token, body: { currentPassword, newPassword } });
const status = async (path: string, token: string) => (await service.call('GET', path, { token })).status;

test('a new password ends the other sessions and keeps this one', async () => {
  const [mine, other] = [await signIn(), await signIn()];
  const next = 'the second of all passwords';
  expect((await change(mine.accessToken, next)).status).toBe(204);
  expect(await status('/v1/tasks', mine.accessToken)).toBe(200);
  expect(await signIn()).toMatchObject({ code: 'InvalidCredentials' });
  expect((await signIn(next)).mustChangePassword).toBeUndefined();
  const refreshed = await service.call('POST', '/v1/sign-in/refresh', { body: { refreshToken: other.refreshToken } });
  expect(refreshed.status).toBe(401);
});

test('a weak, short or unchanged password is refused, with its place', async () => {
  const { accessToken } = await signIn();
  for (const refused of ['password1234', 'ada@example.com', 'eleven char', password]) {
    const answer = await change(accessToken, refused);
    expect(answer, refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/newPassword' }] } });
  }
  for (const [method, path, more] of [
    ['POST', '/v1/operators', { email: 'b@example.com', name: 'B', scopes: [] }],
    ['PATCH', `/v1/operators/${(await operator()).id}`, {}],
  ] as const) {
    const answer = await service.call(method, path, {
      token: service.allKey,
      body: { ...more, password: 'password1234' },
    });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/password' }] } });
  }
  expect(await change(service.allKey, 'a fine and long one')).toMatchObject({ status: 403 });
});

test('an operator with a generated password can only change it', async () => {
  await service.call('PATCH', `/v1/operators/${(await operator()).id}`, {
    token: service.allKey,
    body: { mustChangePassword: true },
  });
  const { accessToken, refreshToken, mustChangePassword } = await signIn();
  expect(mustChangePassword).toBe(true);
  for (const path of ['/v1/tasks', '/v1/limits'])
    expect(await service.call('GET', path, { token: accessToken })).toMatchObject({
      status: 403,
      body: { code: 'PasswordChangeRequired' },
    });
  expect(await status('/v1/identity', accessToken)).toBe(200);
  const next = 'the third of all passwords';
  expect((await change(accessToken, next)).status).toBe(204);
  expect(await status('/v1/tasks', accessToken)).toBe(200);
  const refreshed = await service.call('POST', '/v1/sign-in/refresh', { body: { refreshToken } });
  expect((refreshed.body as SignedIn).mustChangePassword).toBeUndefined();
});

test('wrong current passwords are slowed down, and neither password is in the audit trail', async () => {
  const { accessToken } = await signIn();
  const guess = async () => (await change(accessToken, 'a new one that is fine', 'a wrong current one')).status;
  const statuses = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(guess));
  expect(statuses.sort()).toEqual([401, 401, 401, 401, 401, 429, 429]);
  await untilRecorded(service.database);
  const records = await service.database<{ target_id: string; all: string }[]>`
    select target_id, a::text as all from audit_record a where operation = 'ChangePassword' and identity_kind = 'operator' and status <> 400`;
  expect(records.length).toBeGreaterThan(6);
  expect(new Set(records.map((record) => record.target_id))).toEqual(new Set([(await operator()).id]));
  expect(records.filter(({ all }) => /fine|wrong current|of all/.test(all))).toEqual([]);
});

async function operator(): Promise<{ id: string }> {
  const [row] = await service.database<{ id: string }[]>`select id from operator where email = ${email}`;
  return { id: row?.id ?? '' };
}
