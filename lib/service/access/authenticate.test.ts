import { beforeEach, describe, expect, test, vi } from 'vitest';
import { TaskdeckError } from '#contract';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { insertKey } from '../testing/test-service.ts';
import { type Authenticate, createAuthenticate } from './authenticate.ts';
import { anonymous, type Caller } from './caller.ts';
import type { ExternalTokens } from './external-token.ts';
import type { SigningKeys } from './signing-keys.ts';

const fresh = started(createTestDatabase, 'drop');

const ann: Caller = { ...anonymous, kind: 'external', id: 'ann', name: 'Ann' };
const noKeys: SigningKeys = {
  current: () => Promise.reject(new Error('nothing is signed here')),
  find: async () => undefined,
};

/** Which tokens the issuer was asked about, and what it says. */
let verified: string[];
let verify: ExternalTokens['verify'];
let authenticate: Authenticate;
/** Announces a change of keys, sessions or operators. */
let announce = () => {};
const changes = {
  subscribe(listener: () => void) {
    announce = listener;
    return () => {};
  },
};
beforeEach(() => {
  verified = [];
  verify = async () => ann;
  const external: ExternalTokens = {
    issuer: 'https://id.example.org',
    verify(token) {
      verified.push(token);
      return verify(token);
    },
  };
  authenticate = createAuthenticate(
    { database: fresh.database, keys: noKeys, external, clock: { now: () => Date.now() }, passkeyScopes: new Set() },
    changes,
  );
});

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** A token that says who issued it; whether that is true is for the issuer's keys to say. */
const tokenOf = (name: string, iss = 'https://id.example.org') =>
  `${base64url({ alg: 'EdDSA' })}.${base64url({ iss, name })}.x`;
const ask = async (token: string, network = 'home') => authenticate(`Bearer ${token}`, network);
const refused = { code: 'Unauthenticated', message: 'the token is not valid (any more)' };

test('a flood of new tokens from one network does not hold up those of another, nor one in use', async () => {
  await ask(tokenOf('in use'));
  announce();
  const issuers: PromiseWithResolvers<Caller>[] = [];
  verify = () => {
    const issuer = Promise.withResolvers<Caller>();
    issuers.push(issuer);
    return issuer.promise;
  };
  const flood = Array.from({ length: 1_008 }, (_, at) => ask(tokenOf(`flood ${at}`), 'flood'));
  await expect(ask(tokenOf('one more'), 'flood')).rejects.toMatchObject({ code: 'TooManyRequests' });
  expect(await ask(tokenOf('in use'), 'flood')).toBe(ann);
  const other = ask(tokenOf('other'), 'elsewhere');
  for (const issuer of issuers.splice(0, 2)) issuer.resolve(ann);
  await expect.poll(() => verified).toContain(tokenOf('other'));
  expect(verified).toHaveLength(11);
  const answer = async () => {
    for (const issuer of issuers.splice(0)) issuer.resolve(ann);
    return verified.length;
  };
  await expect.poll(answer, { interval: 1, timeout: 10_000 }).toBe(1_010);
  await answer();
  await Promise.all([...flood, other]);
});

describe('a token', () => {
  test('is verified once, by requests at the same time too', async () => {
    const issuer = Promise.withResolvers<Caller>();
    verify = () => issuer.promise;
    const asked = [ask(tokenOf('a')), ask(tokenOf('a')), ask(tokenOf('b'))];
    issuer.resolve(ann);
    expect(await Promise.all(asked)).toEqual([ann, ann, ann]);
    expect(await ask(tokenOf('a'))).toBe(ann);
    expect(verified).toEqual([tokenOf('a'), tokenOf('b')]);
  });

  test('that was refused is verified anew', async () => {
    verify = () => Promise.reject(new TypeError('no key'));
    await expect(ask(tokenOf('a'))).rejects.toMatchObject(refused);
    verify = async () => ann;
    expect(await ask(tokenOf('a'))).toBe(ann);
    expect(verified).toHaveLength(2);
  });

  test('that has expired is refused, when it is verified and when it is remembered', async () => {
    const expired = { code: 'Unauthenticated', message: 'the token has expired' };
    verify = async () => ({ ...ann, expiresAt: Date.now() - 1 });
    await expect(ask(tokenOf('late'))).rejects.toMatchObject(expired);
    const now = Date.now();
    verify = async () => ({ ...ann, expiresAt: now + 60_000 });
    vi.useFakeTimers({ toFake: ['Date'], now });
    try {
      await ask(tokenOf('a'));
      vi.setSystemTime(now + 59_999);
      expect(await ask(tokenOf('a'))).toMatchObject({ id: 'ann' });
      vi.setSystemTime(now + 60_000);
      await expect(ask(tokenOf('a'))).rejects.toMatchObject(expired);
    } finally {
      vi.useRealTimers();
    }
  });

  test('is trusted for less than two seconds: then its key is looked up again', async () => {
    const key = await insertKey(fresh.database, ['tasks/read']);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    try {
      expect(await ask(key)).toMatchObject({ kind: 'apiKey' });
      await fresh.database`delete from api_key`;
      clock.mockReturnValue(2_999);
      expect(await ask(key)).toMatchObject({ kind: 'apiKey' });
      clock.mockReturnValue(3_000);
      await expect(ask(key)).rejects.toMatchObject(refused);
    } finally {
      clock.mockRestore();
    }
  });

  test('is looked up again at once when keys have changed, also by who asks while it is being looked up', async () => {
    const key = await insertKey(fresh.database, ['tasks/read']);
    expect(await ask(key)).toMatchObject({ kind: 'apiKey' });
    await fresh.database`delete from api_key`;
    expect(await ask(key)).toMatchObject({ kind: 'apiKey' });
    announce();
    await expect(ask(key)).rejects.toMatchObject(refused);

    const issuer = Promise.withResolvers<Caller>();
    verify = () => issuer.promise;
    const before = ask(tokenOf('a'));
    await vi.waitFor(() => expect(verified).toHaveLength(1));
    announce();
    const after = ask(tokenOf('a'));
    await vi.waitFor(() => expect(verified).toHaveLength(2));
    issuer.resolve(ann);
    expect(await Promise.all([before, after])).toEqual([ann, ann]);
  });

  test('is forgotten when 10,000 others came after it', async () => {
    for (let at = 0; at < 10_000; at++) await ask(tokenOf(String(at)));
    await ask(tokenOf('0'));
    expect(verified).toHaveLength(10_000);
    await ask(tokenOf('one more'));
    await ask(tokenOf('1'));
    expect(verified).toHaveLength(10_001);
    await ask(tokenOf('0'));
    expect(verified.at(-1)).toBe(tokenOf('0'));
  });
});

describe('refused without asking the issuer is', () => {
  test.for([
    [undefined, 'this operation needs a bearer token in the Authorization header'],
    ['Basic YTpi', 'the Authorization header does not hold a bearer token'],
    ['', 'the Authorization header does not hold a bearer token'],
    ['x Bearer y', 'the Authorization header does not hold a bearer token'],
    ['Bearer ', refused.message],
    [`Bearer ${tokenOf('a')} b`, refused.message],
    [`Bearer ${tokenOf('a')}\u00e9`, refused.message],
    [`Bearer ${'a'.repeat(8_193)}`, refused.message],
    ['Bearer not-a-token', refused.message],
    [`Bearer ${tokenOf('a', 'https://evil.example')}`, refused.message],
    [`Bearer ${tokenOf('a', 'taskdeck')}`, refused.message], // signed by nobody
  ])('%s', async ([authorization, message]) => {
    await expect(Promise.try(authenticate, authorization, 'home')).rejects.toMatchObject({
      code: 'Unauthenticated',
      message,
    });
    expect(verified).toEqual([]);
  });

  test('the token of an issuer where none is configured', async () => {
    authenticate = createAuthenticate(
      {
        database: fresh.database,
        keys: noKeys,
        external: undefined,
        clock: { now: () => Date.now() },
        passkeyScopes: new Set(),
      },
      changes,
    );
    await expect(ask(tokenOf('a'))).rejects.toMatchObject(refused);
  });
});

test('the scheme is read in any case, and blanks around the token are not part of it', async () => {
  expect(await authenticate(`bearer  ${tokenOf('a')} `, 'home')).toBe(ann);
  expect(verified).toEqual([tokenOf('a')]);
});

test('what keeps the issuer from answering is no refusal of the token', async () => {
  const away = new TaskdeckError('ServiceUnavailable', 'the issuer cannot be reached');
  for (const failure of [away, new Error('a defect')]) {
    verify = () => Promise.reject(failure);
    await expect(ask(tokenOf('a'))).rejects.toBe(failure);
  }
  verify = async () => ann;
  expect(await ask(tokenOf('a'))).toBe(ann);
});
