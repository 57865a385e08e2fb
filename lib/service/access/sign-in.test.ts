import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fullScope, scopes } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startService } from '../start.ts';
import { adminEmail, adminPassword, callService, insertOperator, startTestService } from '../testing/test-service.ts';
import { untilRecorded } from '../testing/until-recorded.ts';

const service = started(startTestService, 'close');

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

test('the answer to a sign-in tells the bounds of the operator, where there are any', async () => {
  const [bounds, password] = [{ types: ['billing.*'] }, 'sees billing only'];
  const id = await insertOperator(service.database, { email: 'bill@example.com', name: 'Bill', password, scopes });
  expect((await signIn('bill@example.com', password)).body).not.toHaveProperty('bounds');
  await service.database`update operator set bounds = ${JSON.stringify(bounds)}::text::json where id = ${id}`;
  expect((await signIn('bill@example.com', password)).body).toMatchObject({ bounds });
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

const pairName = `pair:${hash('sha256', `${adminEmail} 127.0.0.1`, 'base64url')}`;

test('the right password must wait like a wrong one, then clears the count', async () => {
  const failures = async () =>
    (await service.database`select failures from sign_in_throttle where subject = ${pairName}`)[0];
  for (let guess = 0; guess < 4; guess += 1) expect((await signIn(adminEmail, 'a guess')).status).toBe(401);
  await service.database`
    update sign_in_throttle set blocked_until = now() + interval '1 minute' where subject = ${pairName}`;
  expect(await signIn(adminEmail, adminPassword)).toMatchObject({ status: 429, body: { code: 'TooManyRequests' } });
  await service.database`update sign_in_throttle set blocked_until = now()`;
  expect(await failures()).toEqual({ failures: 4 });
  expect((await signIn(adminEmail, adminPassword)).status).toBe(200);
  expect(await failures()).toBeUndefined();
});

/** The status of an attempt from an address. */
const from = async (address: string, password = adminPassword, email = adminEmail) => {
  const answer = await service.call('POST', '/v1/sign-in', {
    body: { email, password },
    headers: { 'x-forwarded-for': address },
  });
  return answer.status;
};
const forget = () => service.database`delete from sign_in_throttle`;

test('an address with many failures waits whatever account it tries; another does not', async () => {
  await service.database`
    insert into sign_in_throttle (subject, failures, blocked_until)
    values ('address:203.0.113.9', 40, now() + interval '1 minute')`;
  expect(await from('203.0.113.9')).toBe(429);
  expect(await from('203.0.113.10')).toBe(200);
});

test('a person who has to wait, and tries all the same, keeps nobody else of the network from signing in', async () => {
  await forget();
  for (let guess = 0; guess < 5; guess += 1) expect(await from('203.0.113.11', 'a guess')).toBe(401);
  await service.database`
    update sign_in_throttle set blocked_until = now() + interval '1 minute' where subject like 'pair:%'`;
  for (let more = 0; more < 40; more += 1) expect(await from('203.0.113.11', 'a guess')).toBe(429);
  const [address] = await service.database`select failures from sign_in_throttle where subject like 'address:%'`;
  expect(address).toEqual({ failures: 5 });
  expect(await from('203.0.113.11', 'a guess', 'other@example.org')).toBe(401);
  expect(await from('203.0.113.11', 'a guess', 'third@example.org')).toBe(401);
});

test('failures from one network never make a person wait elsewhere, however many they are', async () => {
  await forget();
  await service.database`delete from sign_in_network`;
  const guesses = [];
  for (let guess = 0; guess < 60; guess += 1) {
    guesses.push(await from(`2001:db8:1:2::${guess}`, 'a guess'));
    await service.database`update sign_in_throttle set blocked_until = 'epoch'`; // the guesser waits each time
  }
  expect(guesses.every((status) => status === 401)).toBe(true);
  await from('2001:db8:1:2::9', 'a guess');
  expect(await from('2001:db8:1:2::8')).toBe(429);
  expect(await from('2001:db8:1:3::8')).toBe(200);
}, 40_000);

test('nor do failures in another browser of the same dashboard, when the dashboard has its key', async () => {
  await forget();
  const [dashboardKey, dataFolder] = ['k'.repeat(32), service.dataFolder];
  const options = {
    port: 0,
    dataFolder,
    logLevel: 'error',
    trustedProxies: [],
    dashboardKeys: [dashboardKey],
  } as const;
  const elsewhere = await startService({ database: service.database, ...options });
  const through = async (address: string, password: string, key = dashboardKey) => {
    const headers = { 'x-forwarded-for': address, 'taskdeck-dashboard-key': key };
    const body = { email: adminEmail, password };
    return (await callService(elsewhere.url, 'POST', '/v1/sign-in', { body, headers })).status;
  };
  try {
    for (let guess = 0; guess < 5; guess += 1) expect(await through('203.0.113.1', 'a guess')).toBe(401);
    expect(await through('203.0.113.1', adminPassword)).toBe(429);
    expect(await through('203.0.113.2', adminPassword)).toBe(200);
    for (let guess = 0; guess < 5; guess += 1) await through(`203.0.113.${guess}`, 'a guess', 'another key');
    expect(await through('203.0.113.9', adminPassword, 'another key'), 'one network without the key').toBe(429);
  } finally {
    await elsewhere.close();
  }
});

const trailWith = async (typed: string) => {
  await untilRecorded(service.database);
  return service.database`
    select operation from audit_record record where record::text like ${`%${typed}%`}`;
};

test('where sign-in with a password is turned off, the right one neither signs in nor proves who one is', async () => {
  await forget();
  const { accessToken: token } = await signedIn();
  const { database, dataFolder } = service;
  const invited = await insertOperator(database, { email: 'invited@example.org', name: 'I', password: '', scopes: [] });
  const link = await service.call('POST', `/v1/operators/${invited}/invitation`, { token: service.allKey, body: {} });
  const signInWith = { hasPassword: false, providers: [] };
  const options = { port: 0, dataFolder, logLevel: 'error', trustedProxies: [], signIn: signInWith } as const;
  const elsewhere = await startService({ database, ...options });
  const call = (method: string, path: string, more: object) => callService(elsewhere.url, method, path, more);
  const refused = { status: 401, body: { detail: 'sign-in with a password is turned off here' } };
  try {
    const body = { email: adminEmail, password: adminPassword };
    expect(await call('POST', '/v1/sign-in', { body })).toMatchObject(refused);
    const proof = '/v1/identity/proof';
    expect(await call('GET', proof, { token })).toMatchObject({ status: 200, body: { methods: [] } });
    expect(await call('POST', proof, { token, body: { password: adminPassword } })).toMatchObject(refused);
    const { token: invitation } = link.body as { token: string };
    const acceptance = { token: invitation, password: 'a password of theirs' };
    expect(await call('POST', '/v1/sign-in/invitation', { body: acceptance })).toMatchObject(refused);
    const typed = { email: 'a-password-where-none-works', password: 'x' };
    expect(await call('POST', '/v1/sign-in', { body: typed })).toMatchObject(refused);
    expect(await trailWith(typed.email)).toEqual([]);
  } finally {
    await elsewhere.close();
  }
});

test('failures from many networks slow an account down, except for the right password from a known one', async () => {
  await forget();
  await service.database`delete from sign_in_network`;
  expect(await from('198.51.100.1')).toBe(200);
  const account = `account:${hash('sha256', adminEmail, 'base64url')}`;
  await service.database`update sign_in_throttle set failures = 48 where subject = ${account}`;
  const statuses = [];
  for (const last of [1, 2, 3]) statuses.push(await from(`203.0.113.${last}`, 'a guess'));
  expect(statuses).toEqual([401, 401, 429]);
  for (let tries = 0; tries < 6; tries += 1) expect(await from('203.0.113.4')).toBe(429);
  expect(await from('198.51.100.1', 'a guess')).toBe(401);
  expect(await from('198.51.100.1')).toBe(200);
  await service.database`update sign_in_throttle set blocked_until = 'epoch' where subject = ${account}`;
  expect(await from('203.0.113.4')).toBe(200);
});

test('a name is not recorded when looking it up fails', async () => {
  await service.owner`alter table sign_in_network rename to unreachable`;
  try {
    expect(await from('203.0.113.78', 'x', 'a-password-that-meets-a-fault')).toBe(500);
  } finally {
    await service.owner`alter table unreachable rename to sign_in_network`;
  }
  expect(await trailWith('a-password-that-meets-a-fault')).toEqual([]);
});

test('a name that is nobody is recorded neither in the audit trail nor among the failures', async () => {
  const typed = 'a-password-in-the-wrong-field';
  expect(await from('203.0.113.77', 'x', typed)).toBe(401);
  await untilRecorded(service.database);
  const [found] = await service.database<{ all: string }[]>`
    select (select string_agg(a::text, '') from audit_record a) ||
      (select string_agg(t::text, '') from sign_in_throttle t) as all`;
  expect(found?.all).toContain('unknown name');
  expect(found?.all).not.toContain(typed);
});
