import { UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { RequestFailedError } from '#client';
import { fullScope } from '#contract';
import { createAccessTokens, refreshMarginInMs } from './access-token.ts';
import { refusedInMs } from './refused-tokens.ts';
import { signInAnswer } from './testing/stand-in.ts';

const lifeInMs = 900_000;

/** Tokens over a clock that only the test moves, and over refreshes that the test answers one by one. */
function setUp() {
  const clock = { now: Date.parse('2026-01-01T00:00:00Z') };
  const refreshes: { refreshToken: string; rotate: boolean; succeed: () => void; fail: (error: Error) => void }[] = [];
  let count = 0;
  const answerOf = (refreshToken: string) => {
    count += 1;
    const expiresOn = new Date(clock.now + lifeInMs).toISOString();
    return signInAnswer(refreshToken, { accessToken: `access ${count}`, expiresOn });
  };
  const tokens = createAccessTokens(
    (refreshToken, { rotate }) =>
      new Promise((resolve, reject) => {
        const succeed = () => resolve(answerOf(rotate ? `${refreshToken}+` : refreshToken));
        refreshes.push({ refreshToken, rotate, succeed, fail: reject });
      }),
    () => clock.now,
  );
  return { tokens, clock, refreshes, answerOf };
}

describe('an access token', () => {
  it('comes with its expiry and the scopes that the contract has', async () => {
    const { tokens, clock, answerOf } = setUp();
    tokens.hold({ ...answerOf('a'), scopes: [fullScope('tasks/read'), 'tasks/update', 'anything'] });
    const expiresOn = clock.now + lifeInMs;
    expect(await tokens.accessOf('a')).toEqual({
      token: 'access 1',
      expiresOn,
      scopes: ['tasks/read'],
      mustChangePassword: false,
      mustAddPasskey: false,
      refreshToken: 'a',
    });
    expect(await tokens.tokenOf('a')).toEqual({ token: 'access 1', expiresOnTimestamp: expiresOn });
  });

  it('of an operator with a generated password is asked for again each time, until it is changed', async () => {
    const { tokens, refreshes, answerOf } = setUp();
    tokens.hold({ ...answerOf('a'), mustChangePassword: true, mustAddPasskey: true });
    const asked = tokens.accessOf('a');
    await expect.poll(() => refreshes.length).toBe(1);
    refreshes[0]?.succeed();
    expect(await asked).toMatchObject({ mustChangePassword: false });
    expect(await tokens.accessOf('a')).toMatchObject({ mustChangePassword: false });
    expect(refreshes).toHaveLength(1);
  });

  it('is the one of its own session', async () => {
    const { tokens, refreshes, answerOf } = setUp();
    tokens.hold(answerOf('a'));
    const other = tokens.accessOf('b');
    expect(refreshes.map(({ refreshToken }) => refreshToken)).toEqual(['b']);
    refreshes[0]?.succeed();
    expect((await other).token).toBe('access 2');
    expect((await tokens.accessOf('a')).token).toBe('access 1');
  });

  it('is used until a minute before it expires, then refreshed', async () => {
    const { tokens, clock, refreshes, answerOf } = setUp();
    tokens.hold(answerOf('a'));
    clock.now += lifeInMs - refreshMarginInMs - 1;
    expect((await tokens.accessOf('a')).token).toBe('access 1');
    clock.now += 1;
    const next = tokens.accessOf('a');
    await expect.poll(() => refreshes.length).toBe(1);
    refreshes[0]?.succeed();
    expect((await next).token).toBe('access 2');
    expect((await tokens.accessOf('a')).token).toBe('access 2');
    expect(refreshes).toHaveLength(1);
  });
});

describe.each([-5, 5])('where the clock of the database is %i hours off', (hours) => {
  it('an access token is used as long as it lives, and then refreshed', async () => {
    const { tokens, clock, refreshes } = setUp();
    const issuedAt = clock.now / 1_000 + hours * 3_600;
    const expiresAt = issuedAt + lifeInMs / 1_000;
    const accessToken = new UnsecuredJWT({}).setIssuedAt(issuedAt).setExpirationTime(expiresAt).encode();
    tokens.hold(signInAnswer('a', { accessToken, expiresOn: new Date(expiresAt * 1_000).toISOString() }));
    clock.now += lifeInMs - refreshMarginInMs - 1;
    expect((await tokens.accessOf('a')).token).toBe(accessToken);
    clock.now += 1;
    void tokens.accessOf('a');
    await expect.poll(() => refreshes.length).toBe(1);
  });
});

describe('a refresh', () => {
  it('is shared by parallel calls, also by those that find an expired token', async () => {
    const { tokens, clock, refreshes } = setUp();
    const first = [tokens.accessOf('a'), tokens.accessOf('a'), tokens.tokenOf('a')];
    expect(refreshes).toHaveLength(1);
    refreshes[0]?.succeed();
    await Promise.all(first);
    clock.now += lifeInMs;
    const second = [tokens.accessOf('a'), tokens.accessOf('a'), tokens.accessOf('a')];
    await expect.poll(() => refreshes.length).toBe(2);
    refreshes[1]?.succeed();
    expect((await Promise.all(second)).map(({ token }) => token)).toEqual(['access 2', 'access 2', 'access 2']);
    expect(refreshes).toHaveLength(2);
  });

  it('that fails is told to all who wait for it, and is tried again by the next call', async () => {
    const { tokens, refreshes } = setUp();
    const waiting = [tokens.accessOf('a'), tokens.accessOf('a')];
    refreshes[0]?.fail(new Error('refused'));
    for (const one of waiting) await expect(one).rejects.toThrow('refused');
    const next = tokens.accessOf('a');
    expect(refreshes).toHaveLength(2);
    refreshes[1]?.succeed();
    expect((await next).token).toBe('access 1');
  });

  it('that the service refuses is not asked for again for ten minutes, unless somebody signs in', async () => {
    const { tokens, clock, refreshes, answerOf } = setUp();
    const first = tokens.accessOf('a');
    refreshes[0]?.fail(
      new RequestFailedError('the session has ended', {
        code: 'Unauthenticated',
        operation: 'RefreshSignIn',
        statusCode: 401,
      }),
    );
    await expect(first).rejects.toThrow('the session has ended');
    for (const again of [tokens.accessOf('a'), tokens.renew('a'), tokens.tokenOf('a')])
      await expect(again).rejects.toThrow('the session has ended');
    clock.now += refusedInMs - 1;
    await expect(tokens.accessOf('a')).rejects.toThrow('the session has ended');
    expect(refreshes).toHaveLength(1);
    clock.now += 1;
    void tokens.accessOf('a');
    expect(refreshes).toHaveLength(2);
    tokens.hold(answerOf('a'));
    expect((await tokens.accessOf('a')).token).toBe('access 1');
  });

  it('that ends after a sign-out is kept for nobody', async () => {
    const { tokens, refreshes } = setUp();
    const waiting = tokens.accessOf('a');
    tokens.forget('a');
    refreshes[0]?.succeed();
    await waiting;
    void tokens.accessOf('a');
    expect(refreshes).toHaveLength(2);
  });

  it('that fails late does not drop the token of a newer sign-in', async () => {
    const { tokens, refreshes, answerOf } = setUp();
    const waiting = tokens.accessOf('a');
    tokens.hold(answerOf('a'));
    refreshes[0]?.fail(new Error('refused'));
    await expect(waiting).rejects.toThrow('refused');
    expect((await tokens.accessOf('a')).token).toBe('access 1');
    expect(refreshes).toHaveLength(1);
  });
});

it('a token that was forgotten is refreshed', async () => {
  const { tokens, refreshes, answerOf } = setUp();
  tokens.hold(answerOf('a'));
  tokens.hold(answerOf('b'));
  tokens.forget('a');
  void tokens.accessOf('a');
  await tokens.accessOf('b');
  expect(refreshes.map(({ refreshToken }) => refreshToken)).toEqual(['a']);
});

it('a sign-in drops the tokens that have expired, and those alone', async () => {
  const { tokens, clock, refreshes, answerOf } = setUp();
  tokens.hold(answerOf('left without a sign-out'));
  clock.now += lifeInMs / 2;
  tokens.hold(answerOf('in use'));
  clock.now += lifeInMs / 2 + 1;
  tokens.hold(answerOf('new'));
  await expect.poll(() => tokens.count()).toBe(2);
  await Promise.all([tokens.accessOf('in use'), tokens.accessOf('new')]);
  expect(refreshes).toEqual([]);
});

describe('a renewal', () => {
  it('exchanges the refresh token once for parallel requests', async () => {
    const { tokens, refreshes, answerOf } = setUp();
    tokens.hold(answerOf('a'));
    const renewals = [tokens.renew('a'), tokens.renew('a')];
    await expect.poll(() => refreshes.length).toBe(1);
    expect((await tokens.accessOf('a')).token, 'the token that is held serves meanwhile').toBe('access 1');
    refreshes[0]?.succeed();
    for (const renewed of await Promise.all(renewals))
      expect(renewed).toMatchObject({ token: 'access 2', refreshToken: 'a+' });
    expect(refreshes).toMatchObject([{ refreshToken: 'a', rotate: true }]);
  });

  it('serves requests with the former cookie, also after its access token has expired', async () => {
    const { tokens, clock, refreshes, answerOf } = setUp();
    tokens.hold(answerOf('a'));
    const renewal = tokens.renew('a');
    await expect.poll(() => refreshes.length).toBe(1);
    refreshes[0]?.succeed();
    await renewal;
    expect(await tokens.renew('a')).toMatchObject({ refreshToken: 'a+' });
    expect(await tokens.accessOf('a')).toMatchObject({ token: 'access 2' });
    clock.now += lifeInMs;
    const next = tokens.accessOf('a');
    await expect.poll(() => refreshes.length).toBe(2);
    refreshes[1]?.succeed();
    expect(await next).toMatchObject({ token: 'access 3', refreshToken: 'a+' });
    expect(refreshes[1]).toMatchObject({ refreshToken: 'a+', rotate: false });
  });

  it('of a copy asks the service, which ends the session, once the browser uses the next token', async () => {
    const { tokens, clock, refreshes, answerOf } = setUp();
    tokens.hold(answerOf('a'));
    const renewal = tokens.renew('a');
    await expect.poll(() => refreshes.length).toBe(1);
    refreshes[0]?.succeed();
    await renewal;
    clock.now += 3_000_000;
    tokens.noteUse('a+');
    clock.now += 60_000;
    tokens.noteUse('a+');
    const late = tokens.renew('a');
    await expect.poll(() => refreshes.length).toBe(2);
    expect(refreshes[1]).toMatchObject({ refreshToken: 'a+', rotate: false });
    refreshes[1]?.succeed();
    expect(await late, 'a request that was under way').toMatchObject({ refreshToken: 'a+' });
    clock.now += 1;
    const stolen = tokens.renew('a');
    await expect.poll(() => refreshes.length).toBe(3);
    expect(refreshes[2]).toMatchObject({ refreshToken: 'a', rotate: true });
    refreshes[2]?.fail(new Error('the session was ended'));
    await expect(stolen).rejects.toThrow('ended');
    const victim = tokens.accessOf('a+');
    await expect.poll(() => refreshes.length).toBe(4);
    refreshes[3]?.fail(new Error('the session was ended'));
    await expect(victim).rejects.toThrow('ended');
  });

  it('that fails leaves the token that is held', async () => {
    const { tokens, refreshes, answerOf } = setUp();
    tokens.hold(answerOf('a'));
    const renewal = tokens.renew('a');
    await expect.poll(() => refreshes.length).toBe(1);
    refreshes[0]?.fail(new Error('away'));
    await expect(renewal).rejects.toThrow('away');
    expect((await tokens.accessOf('a')).token).toBe('access 1');
  });

  it('is forgotten with its session', async () => {
    const { tokens, refreshes, answerOf } = setUp();
    tokens.hold(answerOf('a'));
    const renewal = tokens.renew('a');
    await expect.poll(() => refreshes.length).toBe(1);
    refreshes[0]?.succeed();
    await renewal;
    tokens.forget('a');
    await expect.poll(() => tokens.count()).toBe(0);
  });

  it('drops what has expired, also of sessions that were signed out', async () => {
    const { tokens, clock, refreshes, answerOf } = setUp();
    const renew = async (refreshToken: string) => {
      const before = refreshes.length;
      const renewal = tokens.renew(refreshToken);
      await expect.poll(() => refreshes.length).toBe(before + 1);
      refreshes[before]?.succeed();
      await renewal;
    };
    for (const signedOut of ['a', 'b']) {
      tokens.hold(answerOf(signedOut));
      await renew(signedOut);
      tokens.forget(`${signedOut}+`);
    }
    clock.now += lifeInMs + 3_600_001;
    await renew('c');
    await expect.poll(() => tokens.count()).toBe(2);
  });
});
