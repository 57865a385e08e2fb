import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { fullScope, type PasskeyOptions, type RecoveryCodes, type Scope, type SignInResponse } from '#contract';
import { holdLock, type Transaction } from '#database';
import { started } from '../../contract/testing/started.ts';
import { createAuthenticator } from '../testing/authenticator.ts';
import { insertOperator, startTestService, type TestAnswer } from '../testing/test-service.ts';
import { hashPassword } from './password.ts';
import { hashToken } from './session.ts';

const origin = 'http://localhost:3000';
const password = 'a password of mine';
const service = started(() => startTestService({ dashboardUrl: origin }), 'close');
let email: string;
let id: string;
beforeEach(async () => {
  await service.database`delete from sign_in_throttle`;
  email = `${crypto.randomUUID()}@example.org`;
  id = await insertOperator(service.database, { email, name: 'P', password, scopes: ['tasks/read'] });
});

const post = (path: string, body?: unknown, token?: string) => service.call('POST', path, { token, body });
const signIn = () => post('/v1/sign-in', { email, password });
const tokenOf = async () => ((await signIn()).body as SignInResponse).accessToken;

/**
 * Sends requests while a change of the operator's row is under way, and commits it when as many of them wait for it as
 * there are.
 */
function during(change: Change, ...requests: (() => Promise<TestAnswer>)[]): Promise<TestAnswer[]> {
  return around(change, async () => {}, requests);
}

/** The same with a change that begins when the requests wait for the operator's row. */
function duringLock(change: Change, ...requests: (() => Promise<TestAnswer>)[]): Promise<TestAnswer[]> {
  return around((transaction) => transaction`select from operator where id = ${id} for update`, change, requests);
}

type Change = (transaction: Transaction) => Promise<unknown>;

async function around(before: Change, after: Change, requests: (() => Promise<TestAnswer>)[]): Promise<TestAnswer[]> {
  const waiting = async () => {
    const [row] = await service.database<{ count: number }[]>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return Number(row?.count);
  };
  let sent: Promise<TestAnswer>[] = [];
  await service.database.begin(async (transaction) => {
    await before(transaction);
    sent = requests.map((request) => request());
    await expect.poll(waiting, { timeout: 20_000 }).toBe(requests.length);
    await after(transaction);
  });
  return Promise.all(sent);
}
const newPassword = async (transaction: Transaction) => {
  const hash = await hashPassword('a password of theirs', { N: 1_024, r: 8, p: 1 });
  await transaction`update operator set password_hash = ${hash} where id = ${id}`;
  await transaction`update session set revoked_on = now() where operator_id = ${id}`;
};
const sessions = () => service.database`select from session where operator_id = ${id} and revoked_on is null`;

test.each([
  ['its password was changed', newPassword],
  [
    'it was disabled',
    (transaction: Transaction) => transaction`update operator set is_disabled = true where id = ${id}`,
  ],
])('a sign-in that is being checked opens no session when %s', async (_, change) => {
  const [answer] = await during(change, signIn);
  expect(answer).toMatchObject({ status: 401, body: { code: 'InvalidCredentials' } });
  expect(await sessions()).toHaveLength(0);
});

const addPasskey = (transaction: Transaction) => transaction`
  insert into passkey (operator_id, credential_id, public_key, counter, transports, name)
  values (${id}, ${`credential of ${id}`}, '\\x00', 0, '{}', 'a laptop')`;

test('a password that is being checked signs nobody in who got a passkey meanwhile', async () => {
  const [answer] = await duringLock(addPasskey, signIn);
  expect(answer).toMatchObject({ status: 401, body: { code: 'SecondFactorRequired' } });
  expect(await sessions()).toHaveLength(0);
});

async function optionsAt(path: string, bearer?: string) {
  const { options } = (await post(path, undefined, bearer)).body as PasskeyOptions;
  return { ...options, challenge: String(options.challenge) };
}

/** Adds a passkey to the operator. Resolves with what holds it. */
async function newAuthenticator() {
  const token = await tokenOf();
  const authenticator = createAuthenticator(origin);
  const credential = authenticator.create(await optionsAt('/v1/identity/passkeys/options', token));
  expect((await post('/v1/identity/passkeys', { name: 'a laptop', credential }, token)).status).toBe(201);
  return authenticator;
}

test('a passkey that is being checked signs nobody in when it was taken away meanwhile', async () => {
  const authenticator = await newAuthenticator();
  await service.database`update session set revoked_on = now() where operator_id = ${id}`;
  const use = authenticator.get(await optionsAt('/v1/sign-in/passkey/options'));
  const [answer] = await duringLock(
    (transaction) => transaction`delete from passkey where operator_id = ${id}`,
    () => post('/v1/sign-in/passkey', { credential: use }),
  );
  expect(answer).toMatchObject({ status: 401, body: { code: 'InvalidCredentials' } });
  expect(await sessions()).toHaveLength(0);
});

test('a change of the password that is being checked does not undo a reset', async () => {
  const token = await tokenOf();
  const change = () =>
    post('/v1/identity/password', { currentPassword: password, newPassword: 'a third password' }, token);
  const [answer] = await during(newPassword, change);
  expect(answer).toMatchObject({ status: 401, body: { code: 'InvalidCredentials' } });
  expect((await post('/v1/sign-in', { email, password: 'a password of theirs' })).status).toBe(200);
});

test('of an authenticator and its copy that sign in at the same time, one does', async () => {
  const authenticator = await newAuthenticator();
  const uses = await Promise.all([1, 2].map(() => optionsAt('/v1/sign-in/passkey/options')));
  const signsIn = uses.map(
    (options) => () => post('/v1/sign-in/passkey', { credential: authenticator.get(options, { counter: 9 }) }),
  );
  const answers = await during(
    (transaction) => transaction`select from passkey where operator_id = ${id} for update`,
    ...signsIn,
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('of recovery codes that are made twice at the same time, those of one answer are valid', async () => {
  const token = await tokenOf();
  const make = () => post('/v1/identity/recovery-codes', undefined, token);
  const answers = await during(
    (transaction) => transaction`select from operator where id = ${id} for update`,
    make,
    make,
  );
  const made = answers.map(({ body }) => (body as RecoveryCodes).codes.length);
  expect(made).toEqual([10, 10]);
  expect(await service.database`select from recovery_code where operator_id = ${id}`).toHaveLength(10);
});

const endSessions = (transaction: Transaction) =>
  transaction`update session set revoked_on = now() where operator_id = ${id}`;
const deleteOperator = (transaction: Transaction) => transaction`delete from operator where id = ${id}`;

test.each([
  ['its session has ended', endSessions],
  ['it was deleted', deleteOperator],
])('an operator gets no new passkey and no codes when %s meanwhile', async (_, change) => {
  const token = await tokenOf();
  const credential = createAuthenticator(origin).create(await optionsAt('/v1/identity/passkeys/options', token));
  const answers = await duringLock(
    change,
    () => post('/v1/identity/passkeys', { name: 'a laptop', credential }, token),
    () => post('/v1/identity/recovery-codes', undefined, token),
  );
  expect(answers).toMatchObject([401, 401].map((status) => ({ status, body: { code: 'Unauthenticated' } })));
  expect(await service.database`select from passkey where operator_id = ${id}`).toHaveLength(0);
  expect(await service.database`select from recovery_code where operator_id = ${id}`).toHaveLength(0);
});

test('a sign-out ends the session whose refresh token is being exchanged', async () => {
  const { refreshToken } = (await signIn()).body as SignInResponse;
  const next = randomBytes(32).toString('base64url');
  const exchange = async (transaction: Transaction) => {
    await transaction`
      update session set refresh_hash = ${hashToken(next)} where refresh_hash = ${hashToken(refreshToken)}`;
    await transaction`
      insert into spent_refresh_token (token_hash, session_id)
      select ${hashToken(refreshToken)}, id from session where operator_id = ${id}`;
  };
  const [answer] = await during(exchange, () => post('/v1/sign-out', { refreshToken }));
  expect(answer).toMatchObject({ status: 204 });
  expect(await sessions()).toHaveLength(0);
  expect((await post('/v1/sign-in/refresh', { refreshToken: next })).status).toBe(401);
});

test.each([
  ['a reset of the password', { password: 'a password of theirs' }],
  ['disabling', { isDisabled: true }],
])('%s ends an invitation that was not used', async (_, body) => {
  const invitation = await service.call('POST', `/v1/operators/${id}/invitation`, { token: service.allKey, body: {} });
  const { token } = invitation.body as { token: string };
  const change = (given: object) =>
    service.call('PATCH', `/v1/operators/${id}`, { token: service.allKey, body: given });
  expect((await change(body)).status).toBe(200);
  expect((await change({ isDisabled: false })).status).toBe(200);
  expect((await post('/v1/sign-in/invitation', { token, password: 'a password of anybody' })).status).toBe(401);
});

/** Sends requests while somebody else changes who may do what, and takes scopes away then. */
const duringManagement = (change: Change, ...requests: (() => Promise<TestAnswer>)[]) =>
  around((transaction) => holdLock(transaction, 'operatorManagers'), change, requests);

test('who waits while scopes are taken away gives nobody what is lost', async () => {
  const scopes: Scope[] = ['tasks/read', 'tasks/create', 'operators/manage'];
  await service.database`update operator set scopes = ${scopes} where id = ${id}`;
  const other = await insertOperator(service.database, {
    ...{ email: `other-${email}`, name: 'O', password, scopes: ['tasks/read'] },
  });
  const token = await tokenOf();
  const keyOf = async (serviceAccount: string) =>
    (
      (await post('/v1/api-keys', { name: 'k', scopes: [fullScope('tasks/create')], serviceAccount }, token)).body as {
        id: string;
      }
    ).id;
  const old = await keyOf(`old-${id}`);
  const answers = await duringManagement(
    (transaction) => transaction`update operator set scopes = '{tasks/read,operators/manage}' where id = ${id}`,
    () =>
      post('/v1/api-keys', { name: 'new', scopes: [fullScope('tasks/create')], serviceAccount: `new-${id}` }, token),
    () => post(`/v1/api-keys/${old}/rotate`, {}, token),
    () =>
      service.call('PATCH', `/v1/operators/${other}`, {
        token,
        body: { scopes: [fullScope('tasks/read'), fullScope('tasks/create')] },
      }),
  );
  expect(answers.map(({ status, body }) => [status, Reflect.get(Object(body), 'code')])).toEqual(
    answers.map(() => [403, 'InsufficientScope']),
  );
  const [refused] = await duringManagement(
    (transaction) => transaction`update operator set is_disabled = true where id = ${id}`,
    () => service.call('DELETE', `/v1/operators/${other}`, { token }),
  );
  expect(refused?.status).toBe(401);
  const [made] = await service.database`
    select (select count(*)::int from api_key where service_account like ${`%${id}`}) as keys,
      (select scopes from operator where id = ${other}) as scopes`;
  expect(made).toEqual({ keys: 1, scopes: ['tasks/read'] });
});
