import { beforeEach, expect, test } from 'vitest';
import type { Scope, SignInProvider } from '#contract';
import { createTestDatabase } from '#database/testing';
import { newSecretsKey, parseSecretsKey, type SecretsKey } from '#engine';
import { started } from '../../../contract/testing/started.ts';
import { openSession } from '../session.ts';
import { confirmSessionsJob } from './confirm-sessions.ts';
import { type Confirmation, ProviderAway, type ProviderTokens } from './provider-client.ts';
import { keepTokens, openTokens, takeDue } from './session-tokens.ts';

const config: SignInProvider = {
  ...{ id: 'company', name: 'Company', issuer: 'https://company.example', clientId: 'taskdeck', scope: 'openid' },
  ...{ clientSecret: undefined, claim: 'groups', trustsEmail: false, algorithm: 'RS256' },
  roles: { ops: ['tasks/read', 'tasks/update'], readers: ['tasks/read'] },
};
const newKey = (): SecretsKey => {
  const key = parseSecretsKey(newSecretsKey());
  if (key === undefined) throw new Error('a new key is one');
  return key;
};
const secretsKey = newKey();

const fresh = started(createTestDatabase, 'drop');
beforeEach(() => fresh.database`delete from operator`);

let people = 0;
/** Opens the session of an operator who signed in with the provider, and whose confirmation is due. */
async function signedIn(scopes: readonly Scope[] = ['tasks/read', 'tasks/update'], provider = 'company') {
  people += 1;
  const { database } = fresh;
  const subject = `person-${people}`;
  const [row] = await database<{ id: string }[]>`
    insert into operator (email, name, scopes) values (${`${subject}@example.com`}, 'P', ${[...scopes]}) returning id`;
  const id = row?.id ?? '';
  await database`
    insert into operator_identity (issuer, subject, operator_id, provider)
    values (${config.issuer}, ${subject}, ${id}, ${provider})`;
  const origin = { address: '::1', network: '::1', device: undefined };
  const session = await openSession(database, id, origin, { hours: 1, idleMinutes: 60 });
  const sessionId = session?.id ?? '';
  await keepTokens(database, secretsKey, sessionId, provider, { accessToken: 'a1', refreshToken: 'r1' });
  await database`update session set check_after = now() - interval '1 second' where id = ${sessionId}`;
  return { id, sessionId, subject };
}

type Asked = { subject: string; tokens: ProviderTokens };

/** Confirms what is due with a provider that gives this answer. Resolves with what it was asked and what was logged. */
async function confirm(answer: () => Confirmation, more: Partial<SignInProvider> = {}, database = fresh.database) {
  const asked: Asked[] = [];
  const logged: unknown[] = [];
  const unused = () => Promise.reject(new Error('nobody signs in here'));
  const provider = {
    ...{ config: { ...config, ...more }, verify: unused, complete: unused },
    confirm: async (subject: string, tokens: ProviderTokens) => {
      asked.push({ subject, tokens });
      return answer();
    },
  };
  const job = confirmSessionsJob({
    ...{ database, secretsKey, providers: new Map([['company', provider]]) },
    logger: { warn: (given: unknown) => void logged.push(given) },
  });
  const hasMore = await job.batch(new AbortController().signal);
  return { asked, logged, hasMore };
}
const confirmed =
  (groups: string[], tokens: ProviderTokens = {}) =>
  (): Confirmation => ({
    claims: { sub: 'any', groups },
    tokens,
  });
const stateOf = async ({ id, sessionId }: { id: string; sessionId: string }) => {
  const [row] = await fresh.database<{ scopes: string[]; isOver: boolean; isPutOff: boolean }[]>`
    select scopes, revoked_on is not null as "isOver",
      check_after > now() as "isPutOff"
    from session join operator on operator.id = operator_id where session.id = ${sessionId} and operator.id = ${id}`;
  return row;
};
const both = ['tasks/read', 'tasks/update'];

test('a person who may still sign in stays, with the tokens for the next time', async () => {
  const person = await signedIn();
  const { asked, logged, hasMore } = await confirm(confirmed(['ops'], { accessToken: 'a2', refreshToken: 'r2' }));
  expect(asked).toEqual([{ subject: person.subject, tokens: { accessToken: 'a1', refreshToken: 'r1' } }]);
  expect([logged, hasMore]).toEqual([[], false]);
  expect(await stateOf(person)).toEqual({ scopes: both, isOver: false, isPutOff: true });
  expect((await confirm(confirmed([]))).asked, 'before the next is due').toEqual([]);
  await fresh.database`update session set check_after = now() - interval '1 second'`;
  const [due] = await takeDue(fresh.database, 1);
  expect(due && openTokens(secretsKey, due)).toEqual({ accessToken: 'a2', refreshToken: 'r2' });
  expect(due && (() => openTokens(newKey(), due))).toThrow();
});

test('scopes follow the groups, and the last one ends the session', async () => {
  const person = await signedIn();
  await confirm(confirmed(['readers']));
  expect(await stateOf(person)).toEqual({ scopes: ['tasks/read'], isOver: false, isPutOff: true });
  await fresh.database`update session set check_after = now() - interval '1 second'`;
  await confirm(confirmed(['others']));
  expect(await stateOf(person)).toMatchObject({ scopes: [], isOver: true });
});

test('bounds follow the groups when the provider decides on them', async () => {
  const person = await signedIn();
  const map = { readers: { types: ['billing.*'] }, ops: {} };
  const boundsAfter = async (groups: string[], more: Partial<SignInProvider>) => {
    await fresh.database`update session set check_after = now() - interval '1 second'`;
    await confirm(confirmed(groups), more);
    const [row] = await fresh.database<
      { bounds: string | null }[]
    >`select bounds from operator where id = ${person.id}`;
    return JSON.parse(row?.bounds ?? 'null');
  };
  expect(await boundsAfter(['readers', 'ops'], { bounds: map })).toEqual({ types: ['billing.*'] });
  expect(await boundsAfter(['readers'], {}), 'without a map they stay').toEqual({ types: ['billing.*'] });
  expect(await boundsAfter(['ops'], { bounds: map })).toBeNull();
  expect(await boundsAfter(['ops'], { bounds: {} })).toEqual({ types: [], queues: [], stores: [] });
});

test('a session ends when the person is out there, or its provider is no longer configured', async () => {
  const person = await signedIn();
  await confirm(() => 'ended');
  expect(await stateOf(person)).toMatchObject({ scopes: both, isOver: true });
  const other = await signedIn(['tasks/read'], 'former');
  expect((await confirm(confirmed(['ops']))).asked).toEqual([]);
  expect(await stateOf(other)).toMatchObject({ isOver: true });
});

test('a provider that is away is asked again, and after 15 minutes the session ends', async () => {
  const person = await signedIn();
  const isAway = () => {
    throw new ProviderAway('no answer');
  };
  await fresh.database`update session set confirmed_on = now() - interval '14 minutes'`;
  expect((await confirm(isAway)).logged).toEqual([{ error: expect.any(ProviderAway), provider: 'company' }]);
  expect(await stateOf(person)).toEqual({ scopes: both, isOver: false, isPutOff: true });
  await fresh.database`update session set check_after = now() - interval '1 second', confirmed_on = now() - interval '16 minutes'`;
  await confirm(isAway);
  expect(await stateOf(person)).toMatchObject({ isOver: true });
});

test('a clock that goes back puts off no check, and the time of a provider that is away counts from then', async () => {
  const person = await signedIn();
  await fresh.database`
    update session set check_after = check_after + interval '1 day', confirmed_on = confirmed_on + interval '1 day'`;
  const isAway = () => {
    throw new ProviderAway('no answer');
  };
  expect((await confirm(isAway)).asked).toMatchObject([{ subject: person.subject }]);
  expect(await stateOf(person)).toMatchObject({ isOver: false });
  const [row] = await fresh.database<{ isPast: boolean }[]>`
    select confirmed_on <= now() as "isPast" from session where id = ${person.sessionId}`;
  expect(row).toEqual({ isPast: true });
});

test('an answer that cannot be trusted ends the session at once', async () => {
  const person = await signedIn();
  await confirm(() => {
    throw new Error('an ID token of somebody else');
  });
  expect(await stateOf(person)).toMatchObject({ isOver: true });
});

test('of many sessions sixteen are asked about at a time; of those not in use, none', async () => {
  for (let at = 0; at < 17; at++) await signedIn();
  const idle = await signedIn();
  await fresh.database`update session set last_used_on = now() - interval '21 minutes' where id = ${idle.sessionId}`;
  const first = await confirm(confirmed(['ops']));
  const second = await confirm(confirmed(['ops']));
  expect([first.asked.length, first.hasMore, second.asked.length, second.hasMore]).toEqual([16, true, 1, false]);
});

test('the tokens that a provider gave in place of the earlier ones are kept when the database is away just then', async () => {
  const person = await signedIn();
  let isAway = false;
  const lost = () => Promise.reject(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
  const leaving = new Proxy(fresh.database, {
    apply: (target, self, parts: unknown[]) => (isAway ? lost() : Reflect.apply(target, self, parts)),
    get: (target, name) => (isAway && name === 'begin' ? lost : Reflect.get(target, name)),
  });
  const answer = () => {
    isAway = true;
    setTimeout(() => {
      isAway = false;
    }, 700);
    return confirmed(['readers'], { accessToken: 'a2', refreshToken: 'r2' })();
  };
  await confirm(answer, {}, leaving);
  expect(await stateOf(person)).toEqual({ scopes: ['tasks/read'], isOver: false, isPutOff: true });
  await fresh.database`update session set check_after = now() - interval '1 second'`;
  expect((await confirm(confirmed(['readers']))).asked).toMatchObject([{ tokens: { refreshToken: 'r2' } }]);
});
