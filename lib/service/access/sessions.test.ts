import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { fullScope, type Scope, type SignInResponse } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { adminEmail, adminPassword, insertOperator, startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
let skippedInMs = 0;
beforeAll(async () => {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedInMs);
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  vi.restoreAllMocks();
});

/** Advances the time for which a token is trusted without a database read. */
const passTrust = () => {
  skippedInMs += 2_000;
};
const post = (path: string, body: object) => service.call('POST', path, { token: service.allKey, body });
const patch = (id: string, body: object) =>
  service.call('PATCH', `/v1/operators/${id}`, { token: service.allKey, body });
const signIn = async (email: string, password = 'a password of mine') =>
  (await service.call('POST', '/v1/sign-in', { body: { email, password } })).body as SignInResponse;
const refresh = (refreshToken: string) => service.call('POST', '/v1/sign-in/refresh', { body: { refreshToken } });
const status = async (path: string, token: string) => (await service.call('GET', path, { token })).status;

let people = 0;
/** An operator who has signed in. */
async function signedIn(...allowed: readonly Scope[]): Promise<SignInResponse & { id: string; email: string }> {
  people += 1;
  const email = `person${people}@example.org`;
  const id = await insertOperator(service.database, {
    email,
    name: 'P',
    password: 'a password of mine',
    scopes: allowed,
  });
  return { ...(await signIn(email)), id, email };
}

test('a new password ends the sessions that the old one opened, and no others', async () => {
  const bob = await signedIn('tasks/read');
  const other = await signedIn('tasks/read');
  expect(await status('/v1/tasks', bob.accessToken)).toBe(200);
  expect((await patch(bob.id, { name: 'Robert' })).status).toBe(200);
  passTrust();
  expect(await status('/v1/tasks', bob.accessToken)).toBe(200);

  expect((await patch(bob.id, { password: 'another password' })).status).toBe(200);
  passTrust();
  expect(await status('/v1/tasks', bob.accessToken)).toBe(401);
  expect((await refresh(bob.refreshToken)).status).toBe(401);
  expect(await signIn(bob.email)).toMatchObject({ code: 'InvalidCredentials' });
  const again = await signIn(bob.email, 'another password');
  expect(await status('/v1/tasks', again.accessToken)).toBe(200);
  expect(await status('/v1/tasks', other.accessToken)).toBe(200);
  expect((await refresh(other.refreshToken)).status).toBe(200);
});

test('who was disabled signs in anew once enabled: the old session stays ended', async () => {
  const eve = await signedIn('tasks/read');
  await patch(eve.id, { isDisabled: true });
  expect((await refresh(eve.refreshToken)).status).toBe(401);
  expect(await signIn(eve.email)).toMatchObject({ code: 'InvalidCredentials' });
  await patch(eve.id, { isDisabled: false });
  passTrust();
  expect((await refresh(eve.refreshToken)).status).toBe(401);
  expect(await status('/v1/tasks', eve.accessToken)).toBe(401);
  expect(await status('/v1/tasks', (await signIn(eve.email)).accessToken)).toBe(200);
});

test('a session of an operator who was disabled in the database only is refused as well', async () => {
  const eve = await signedIn('tasks/read');
  await service.database`update operator set is_disabled = true where id = ${eve.id}`;
  passTrust();
  expect(await status('/v1/tasks', eve.accessToken)).toBe(401);
  expect((await refresh(eve.refreshToken)).status).toBe(401);
});

test('a scope that was withdrawn is gone from the tokens that carry it; one that was granted comes with the next', async () => {
  const ann = await signedIn('tasks/read', 'workers/read');
  expect(await status('/v1/workers', ann.accessToken)).toBe(200);
  await patch(ann.id, { scopes: [fullScope('tasks/read'), fullScope('events/read')] });
  passTrust();
  expect(await status('/v1/workers', ann.accessToken)).toBe(403);
  expect(await status('/v1/tasks', ann.accessToken)).toBe(200);
  expect(await status('/v1/events', ann.accessToken)).toBe(403);
  const next = (await refresh(ann.refreshToken)).body as SignInResponse;
  expect(next.scopes.toSorted()).toEqual([fullScope('events/read'), fullScope('tasks/read')]);
  expect(await status('/v1/events', next.accessToken)).toBe(200);
});

test('an operator who was deleted is out, and no session of theirs is kept', async () => {
  const gone = await signedIn('tasks/read');
  const sessions = () => service.database`select 1 from session where operator_id = ${gone.id}`;
  expect(await sessions()).toHaveLength(1);
  await service.call('DELETE', `/v1/operators/${gone.id}`, { token: service.allKey });
  expect(await sessions()).toHaveLength(0);
  passTrust();
  expect(await status('/v1/tasks', gone.accessToken)).toBe(401);
  expect((await refresh(gone.refreshToken)).status).toBe(401);
});

test('a session lasts 12 hours, an access token 15 minutes and never longer than its session', async () => {
  const { accessToken, expiresOn, refreshToken, refreshExpiresOn } = await signIn(adminEmail, adminPassword);
  const { iat = 0, exp = 0 } = decodeJwt(accessToken);
  expect(exp - iat).toBe(15 * 60);
  expect(Date.parse(expiresOn)).toBe(exp * 1_000);
  const [row] = await service.database<{ hours: number }[]>`
    select extract(epoch from expires_on - created_on) / 3600 as hours from session order by created_on desc limit 1`;
  expect(Number(row?.hours)).toBeCloseTo(12);
  expect(Math.abs(Date.parse(refreshExpiresOn) - Date.now() - 12 * 3_600_000)).toBeLessThan(60_000);

  await service.database`update session set expires_on = now() + interval '1 minute'`;
  const late = (await refresh(refreshToken)).body as SignInResponse;
  const end = Math.floor(Date.parse(late.refreshExpiresOn) / 1_000);
  expect(decodeJwt(late.accessToken).exp).toBe(end);

  expect(await status('/v1/tasks', late.accessToken)).toBe(200);
  await service.database`update session set expires_on = now()`;
  passTrust();
  expect(await status('/v1/tasks', late.accessToken)).toBe(401);
  expect((await refresh(refreshToken)).status).toBe(401);
});

test('a session that is not used for two hours ends, one that is used goes on', async () => {
  const ann = await signedIn('tasks/read');
  const idleFor = (minutes: number) => service.database`
    update session set idle_until = idle_until - make_interval(mins => ${minutes}) where operator_id = ${ann.id}`;
  await idleFor(119);
  const listed = (await service.call('GET', '/v1/sessions', { token: ann.accessToken })).body as {
    value: { expiresOn: string }[];
  };
  expect(Date.parse(listed.value[0]?.expiresOn ?? '')).toBeLessThan(Date.now() + 120_000);
  expect((await refresh(ann.refreshToken)).status).toBe(200);
  await idleFor(119);
  expect((await refresh(ann.refreshToken)).status, 'the use before counts').toBe(200);
  await idleFor(120);
  passTrust();
  expect(await status('/v1/tasks', ann.accessToken)).toBe(401);
  expect((await refresh(ann.refreshToken)).status).toBe(401);
});

test('a token ends at its time although it was looked up a moment ago', async () => {
  const { accessToken } = await signIn(adminEmail, adminPassword);
  expect(await status('/v1/limits', accessToken)).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 });
  expect(await status('/v1/limits', accessToken), "by the database's clock").toBe(200);
  skippedInMs += 15 * 60_000;
  const answer = await service.call('GET', '/v1/limits', { token: accessToken });
  skippedInMs -= 15 * 60_000;
  expect(answer).toMatchObject({ status: 401, body: { detail: 'the token has expired' } });
});

test('an API key: one that has expired is refused, its scopes and its deletion count within seconds', async () => {
  const made = await post('/v1/api-keys', {
    name: 'ci',
    scopes: [fullScope('tasks/read')],
    expiresOn: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const { id, key } = made.body as { id: string; key: string };
  expect(await status('/v1/tasks', key)).toBe(200);
  await service.database`update api_key set scopes = '{workers/read}' where id = ${id}`;
  passTrust();
  expect([await status('/v1/tasks', key), await status('/v1/workers', key)]).toEqual([403, 200]);
  await service.database`update api_key set expires_on = now() where id = ${id}`;
  passTrust();
  expect(await status('/v1/workers', key)).toBe(401);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  expect(await status('/v1/workers', key), "by the database's clock").toBe(401);
  vi.useRealTimers();
  await service.database`update api_key set expires_on = null where id = ${id}`;
  expect(await status('/v1/workers', key)).toBe(200);
  await service.call('DELETE', `/v1/api-keys/${id}`, { token: service.allKey });
  passTrust();
  expect(await status('/v1/workers', key)).toBe(401);
});

test('the use of a key is noted once a minute at most', async () => {
  const key = await service.key('tasks/read');
  const lastUse = async () => {
    const [row] = await service.database<{ last_used_on: string; is_now: boolean }[]>`
      select last_used_on, last_used_on > now() - interval '10 seconds' as is_now
      from api_key order by created_on desc limit 1`;
    return row;
  };
  await status('/v1/tasks', key);
  await vi.waitFor(async () => expect((await lastUse())?.is_now).toBe(true));
  await service.database`update api_key set last_used_on = now() - interval '70 seconds'`;
  const before = (await lastUse())?.last_used_on;
  skippedInMs += 50_000;
  await status('/v1/tasks', key);
  await status('/v1/tasks', service.allKey);
  expect((await lastUse())?.last_used_on).toEqual(before);
  skippedInMs += 12_000;
  await status('/v1/tasks', key);
  await vi.waitFor(async () => expect((await lastUse())?.is_now).toBe(true));
});

describe('the list of sessions', () => {
  type Listed = { id: string; isCurrent: boolean; device?: string; address?: string; operator: { email: string } };
  const list = async (token: string, query = '') => {
    const answer = await service.call('GET', `/v1/sessions${query}`, { token });
    return { ...answer, value: (answer.body as { value: Listed[] }).value };
  };
  const end = (token: string, path = '') => service.call('DELETE', `/v1/sessions${path}`, { token });
  const again = async (email: string, device: string) =>
    (await service.call('POST', '/v1/sign-in', { body: { email, password: 'a password of mine', device } }))
      .body as SignInResponse;

  test('has what is signed in, from where and as what, and which one asks', async () => {
    const ann = await signedIn('tasks/read');
    await again(ann.email, 'Firefox on Linux');
    const { value } = await list(ann.accessToken);
    expect(value).toHaveLength(2);
    const other = value.find(({ isCurrent }) => !isCurrent);
    expect(other).toMatchObject({ device: 'Firefox on Linux', address: '127.0.0.1', operator: { email: ann.email } });
    expect(value.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect((await list(service.allKey)).value, 'a key has none').toEqual([]);
  });

  test('loses what is ended: one, or all others', async () => {
    const ann = await signedIn('tasks/read');
    const [second, third] = [await again(ann.email, 'second'), await again(ann.email, 'third')];
    const found = (await list(ann.accessToken)).value.find(({ device }) => device === 'second');
    expect((await end(ann.accessToken, `/${found?.id}`)).status).toBe(204);
    expect((await end(ann.accessToken, `/${found?.id}`)).status, 'a second time').toBe(204);
    passTrust();
    expect(await status('/v1/tasks', second.accessToken)).toBe(401);
    expect(await status('/v1/tasks', third.accessToken)).toBe(200);
    expect((await end(ann.accessToken)).status).toBe(204);
    passTrust();
    expect(await status('/v1/tasks', third.accessToken)).toBe(401);
    expect((await list(ann.accessToken)).value).toMatchObject([{ isCurrent: true }]);
    expect((await refresh(third.refreshToken)).status).toBe(401);
  });

  test('stays as it is when a body, which is not read, names whose sessions to end', async () => {
    const ann = await signedIn('tasks/read');
    const other = await again(ann.email, 'other');
    const request = { token: ann.accessToken, body: { operatorId: ann.id } };
    expect(await service.call('DELETE', '/v1/sessions', request)).toMatchObject({
      status: 400,
      body: { code: 'InvalidRequest', detail: expect.stringContaining('takes no body') },
    });
    passTrust();
    expect(await status('/v1/tasks', other.accessToken)).toBe(200);
  });

  test('of another operator needs operators/manage, and to end one all of their scopes', async () => {
    const ann = await signedIn('tasks/read');
    const [theirs] = (await list(ann.accessToken)).value;
    const peer = await signedIn('tasks/read');
    for (const { status: refused, body } of [
      await list(peer.accessToken, `?operatorId=${ann.id}`),
      await end(peer.accessToken, `/${theirs?.id}`),
      await end(peer.accessToken, `?operatorId=${ann.id}`),
    ])
      expect([refused, body]).toMatchObject([403, { code: 'InsufficientScope' }]);
    const manager = await signedIn('operators/manage');
    expect((await list(manager.accessToken, `?operatorId=${ann.id}`)).value).toMatchObject([{ id: theirs?.id }]);
    expect((await end(manager.accessToken, `/${theirs?.id}`)).status).toBe(403);
    expect((await end(manager.accessToken, `?operatorId=${ann.id}`)).status).toBe(403);
    expect(await status('/v1/tasks', ann.accessToken)).toBe(200);
    expect((await end(service.allKey, `?operatorId=${ann.id}`)).status).toBe(204);
    passTrust();
    expect(await status('/v1/tasks', ann.accessToken)).toBe(401);
  });

  test('tells when a session was used last', async () => {
    const ann = await signedIn('tasks/read');
    await service.database`update session set last_used_on = '2026-01-01Z' where operator_id = ${ann.id}`;
    await refresh(ann.refreshToken);
    const { body } = await service.call('GET', '/v1/sessions', { token: ann.accessToken });
    const [used] = (body as { value: { lastUsedOn: string }[] }).value;
    expect(Date.parse(String(used?.lastUsedOn))).toBeGreaterThan(Date.now() - 60_000);
  });
});
