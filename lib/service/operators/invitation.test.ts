import { beforeEach, expect, test } from 'vitest';
import { fullScope, readSignInMethods, type SignInResponse, scopes } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startService } from '../start.ts';
import { callService, insertOperator, startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
beforeEach(() => service.database`delete from sign_in_throttle`);

const password = 'a password of mine';
const asAdmin = (method: string, path: string, body?: object) =>
  service.call(method, path, { token: service.allKey, ...(body && { body }) });
const accept = (token: string, chosen = password) =>
  service.call('POST', '/v1/sign-in/invitation', { body: { token, password: chosen } });
const signIn = (email: string, chosen = password) =>
  service.call('POST', '/v1/sign-in', { body: { email, password: chosen } });

let people = 0;
/** An operator without a password, and the link to set one with. */
async function invited(granted: readonly string[] = [fullScope('tasks/read')]) {
  const email = `invited${++people}@example.org`;
  const made = await asAdmin('POST', '/v1/operators', { email, name: 'Ivy', scopes: granted });
  expect(made.status).toBe(201);
  const { id } = made.body as { id: string };
  return { id, email, token: await invite(id) };
}
async function invite(id: string, body: object = {}): Promise<string> {
  const answer = await asAdmin('POST', `/v1/operators/${id}/invitation`, body);
  expect(answer.status).toBe(201);
  return (answer.body as { token: string }).token;
}

test('a link sets the password once, and signs in', async () => {
  const { email, id, token } = await invited();
  expect((await signIn(email)).status, 'without a password').toBe(401);
  const [first, second] = await Promise.all([accept(token), accept(token)]);
  expect([first.status, second.status].sort()).toEqual([200, 401]);
  const { accessToken } = (first.status === 200 ? first : second).body as SignInResponse;
  expect((await service.call('GET', '/v1/tasks', { token: accessToken })).status).toBe(200);
  expect(await accept(token)).toMatchObject({ status: 401, body: { code: 'InvalidCredentials' } });
  expect((await signIn(email)).status).toBe(200);
  const stored = await service.database`select from invitation where operator_id = ${id}`;
  expect(stored).toHaveLength(0);
});

test('a password that cannot be used leaves the link as it is', async () => {
  const { token } = await invited();
  expect(await accept(token, 'password1234')).toMatchObject({ status: 400, body: { code: 'InvalidRequest' } });
  expect((await accept(token)).status).toBe(200);
});

test.each([
  ['it was replaced', async ({ id }: { id: string }) => void (await invite(id))],
  ['it was revoked', ({ id }: { id: string }) => asAdmin('DELETE', `/v1/operators/${id}/invitation`)],
  [
    'it has expired',
    ({ id }: { id: string }) => service.database`
    update invitation set expires_on = now() where operator_id = ${id}`,
  ],
  [
    'the operator was disabled',
    ({ id }: { id: string }) => asAdmin('PATCH', `/v1/operators/${id}`, { isDisabled: true }),
  ],
  ['the operator was deleted', ({ id }: { id: string }) => asAdmin('DELETE', `/v1/operators/${id}`)],
])('a link is of no use after %s', async (_, end) => {
  const made = await invited();
  await end(made);
  expect((await accept(made.token)).status).toBe(401);
});

test('the use of a link ends the sessions that a forgotten password opened', async () => {
  const { id, email, token } = await invited();
  await accept(token);
  const old = (await signIn(email)).body as SignInResponse;
  expect((await accept(await invite(id), 'another long password')).status).toBe(200);
  const refresh = { body: { refreshToken: old.refreshToken } };
  expect((await service.call('POST', '/v1/sign-in/refresh', refresh)).status).toBe(401);
  expect((await signIn(email)).status).toBe(401);
});

test('nobody invites who may do more than they may, and no expiring key does', async () => {
  const { id } = await invited([fullScope('tasks/delete')]);
  const manager = await service.key('operators/manage');
  const path = `/v1/operators/${id}/invitation`;
  const invite = (token: string) => service.call('POST', path, { token, body: {} });
  expect((await invite(manager)).status).toBe(403);
  expect((await service.call('DELETE', path, { token: manager })).status).toBe(403);
  const expiring = await asAdmin('POST', '/v1/api-keys', {
    name: 'soon',
    scopes: scopes.map(fullScope),
    expiresOn: new Date(Date.now() + 3_600_000).toISOString(),
  });
  expect((await invite((expiring.body as { key: string }).key)).status).toBe(403);
});

test('guesses of a link are slowed down', async () => {
  for (let guess = 0; guess < 30; guess++) await accept(`guess ${guess}`);
  expect((await accept('one more')).status).toBe(429);
});

test('who was invited and has no password yet is no last manager', async () => {
  await invited(scopes.map(fullScope));
  const { value } = (await asAdmin('GET', '/v1/operators')).body as { value: { id: string; email: string }[] };
  const admin = value.find(({ email }) => email === 'admin@localhost');
  expect(await asAdmin('DELETE', `/v1/operators/${admin?.id}`)).toMatchObject({ body: { code: 'LastManager' } });
  await insertOperator(service.database, { email: 'second@example.org', name: 'S', password, scopes });
  expect((await asAdmin('DELETE', `/v1/operators/${admin?.id}`)).status).toBe(204);
});

test('where passwords are turned off, no link is made', async () => {
  const config = {
    issuer: 'https://id.example',
    clientId: 'taskdeck',
    clientSecret: 's',
    roles: { admins: 'Administrator' },
  };
  const signIn = readSignInMethods({
    TASKDECK_SIGN_IN_PROVIDERS: JSON.stringify([{ id: 'company', name: 'Company', ...config }]),
    TASKDECK_PASSWORD_SIGN_IN: 'false',
  });
  const { database, dataFolder } = service;
  const other = await startService({ database, dataFolder, signIn, port: 0, logLevel: 'error' });
  const { id } = await invited();
  const asked = { token: service.allKey, body: {} };
  expect(await callService(other.url, 'POST', `/v1/operators/${id}/invitation`, asked)).toMatchObject({
    status: 409,
    body: { code: 'InvalidTransition', detail: expect.stringContaining('password is turned off') },
  });
  await other.close();
});
