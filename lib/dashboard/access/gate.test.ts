import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, problem } from '../../client/testing/local-server.ts';
import { problemOfFailure } from '../problem/problem-of-failure.ts';
import {
  dashboardKey,
  foreignHeaders,
  host,
  ownHeaders,
  type StandIn,
  sessionContent,
  sessionCookie,
  signInAnswer,
  startStandIn,
} from './testing/stand-in.ts';

let standIn: StandIn;
const change = { isChange: true };
const read = { isChange: false };
const outcomeOf = (entry: Promise<unknown>) =>
  entry.then(
    () => 'admitted',
    (error: unknown) => problemOfFailure(error).code,
  );

afterEach(() => standIn[Symbol.asyncDispose]());

describe('with a service that knows the session', () => {
  beforeEach(async () => {
    standIn = await startStandIn();
  });

  it('acts as the operator, from the address of the browser', async () => {
    const headers = await ownHeaders({ 'x-taskdeck-address': '198.51.100.7', 'x-forwarded-for': '203.0.113.9' });
    const { operator, scopes, client } = await standIn.gate.admit(headers, change);
    expect(operator).toEqual(sessionContent.operator);
    expect(scopes).toEqual(['tasks/read', 'tasks/update']);
    await client.getTaskAsync('a').catch(() => undefined);
    expect(standIn.asked()[0]?.headers).toMatchObject({
      authorization: 'Bearer access-of-refresh-1',
      'x-forwarded-for': '198.51.100.7',
      'taskdeck-dashboard-key': dashboardKey,
    });
    expect((await standIn.gate.admitWithToken(headers, change)).token).toBe('access-of-refresh-1');
    expect(standIn.refreshed()).toEqual(['refresh-1']);
  });

  it('serves no page that was drawn for another operator, and keeps the access of the one who is signed in', async () => {
    const own = await ownHeaders({ 'taskdeck-operator': sessionContent.operator.id });
    const other = await ownHeaders({ 'taskdeck-operator': 'op-2' });
    for (const kind of [read, change]) {
      expect(await outcomeOf(standIn.gate.admit(own, kind))).toBe('admitted');
      expect(await outcomeOf(standIn.gate.admit(other, kind))).toBe('Unauthenticated');
      expect(await outcomeOf(standIn.gate.admitWithToken(other, kind))).toBe('Unauthenticated');
    }
    await standIn.gate.forgetAccess(other);
    await standIn.gate.admit(own, read);
    expect(standIn.refreshed(), 'one access token for all of it').toEqual(['refresh-1']);
  });

  it.each(foreignHeaders)('refuses what comes from elsewhere, before it asks who: %s', async (_, headers) => {
    const sent = new Headers({ ...headers, cookie: await sessionCookie() });
    for (const kind of [read, change]) {
      expect(await outcomeOf(standIn.gate.admit(sent, kind))).toBe('ForeignOrigin');
      expect(await outcomeOf(standIn.gate.admitWithToken(sent, kind))).toBe('ForeignOrigin');
    }
    expect(standIn.server.received).toEqual([]);
  });

  it.each([
    ['no Origin at all', { host }],
    ['an address that was typed', { host, 'sec-fetch-site': 'none' }],
  ])('lets no change through with %s, but a read', async (_, headers) => {
    const sent = new Headers({ ...headers, cookie: await sessionCookie() });
    expect(await outcomeOf(standIn.gate.admit(sent, change))).toBe('ForeignOrigin');
    expect(await outcomeOf(standIn.gate.admitWithToken(sent, change))).toBe('ForeignOrigin');
    expect(await outcomeOf(standIn.gate.admit(sent, read))).toBe('admitted');
    expect(await outcomeOf(standIn.gate.admitWithToken(sent, read))).toBe('admitted');
  });

  it.each([
    ['none', ''],
    ['an arbitrary one', 'taskdeck.session=anything'],
  ])('lets nobody in by a cookie that is no session: %s', async (_, cookie) => {
    const sent = await ownHeaders({ cookie });
    expect(await outcomeOf(standIn.gate.identify(sent))).toBe('Unauthenticated');
    expect(await outcomeOf(standIn.gate.admit(sent, read))).toBe('Unauthenticated');
    expect(await outcomeOf(standIn.gate.admitWithToken(sent, read))).toBe('Unauthenticated');
    expect(standIn.server.received).toEqual([]);
  });

  it('identifies whoever opens a page from a link elsewhere', async () => {
    const sent = new Headers({ host, 'sec-fetch-site': 'cross-site', cookie: await sessionCookie() });
    expect((await standIn.gate.identify(sent)).operator.id).toBe('op-1');
  });

  it('refreshes after its access was forgotten, and only then', async () => {
    const sent = await ownHeaders();
    await standIn.gate.identify(sent);
    await standIn.gate.forgetAccess(new Headers());
    await standIn.gate.identify(sent);
    expect(standIn.refreshed()).toHaveLength(1);
    await standIn.gate.forgetAccess(sent);
    await standIn.gate.identify(sent);
    expect(standIn.refreshed()).toHaveLength(2);
  });
});

describe('with a service that', () => {
  const unused: Answer = problem(500, 'InternalError');

  it('refuses the refresh: the session has ended, and later requests do not ask again', async () => {
    standIn = await startStandIn(unused, problem(401, 'InvalidCredentials'));
    const sent = await ownHeaders();
    await expect(standIn.gate.identify(sent)).rejects.toThrow('The session has ended. Sign in again.');
    expect(await outcomeOf(standIn.gate.identify(sent))).toBe('Unauthenticated');
    expect(await outcomeOf(standIn.gate.admitWithToken(sent, read))).toBe('Unauthenticated');
    expect(standIn.refreshed()).toHaveLength(1);
  });

  it('gives tokens that soon expire: a long answer goes on with those of the session, not of its cookie', async () => {
    const soon = { expiresOn: new Date(Date.now() + 30_000).toISOString() };
    standIn = await startStandIn(unused, ({ body }, response) => {
      const { refreshToken, rotate } = JSON.parse(body);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(signInAnswer(rotate === true ? `${refreshToken}-next` : refreshToken, soon)));
    });
    const { token, nextToken } = await standIn.gate.admitWithToken(await ownHeaders(), read);
    expect(token).toBe('access-of-refresh-1');
    await standIn.accessTokens.renew('refresh-1'); // of a page, whose answer brings the next cookie
    expect([await nextToken(), await nextToken()]).toEqual(['access-of-refresh-1-next', 'access-of-refresh-1-next']);
    expect(standIn.refreshed()).toEqual(['refresh-1', 'refresh-1', 'refresh-1-next', 'refresh-1-next']);
  });

  it('is away: nobody is signed out for it', async () => {
    standIn = await startStandIn();
    await standIn[Symbol.asyncDispose]();
    expect(await outcomeOf(standIn.gate.identify(await ownHeaders()))).toBe('Unreachable');
    expect(await outcomeOf(standIn.gate.admitWithToken(await ownHeaders(), read))).toBe('Unreachable');
  });
});
