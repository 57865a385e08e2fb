import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SignInProvider } from '#contract';
import { type Asked, type Issuer, startIssuer } from '../../testing/issuer.ts';
import { createProviderClient, ProviderAway } from './provider-client.ts';

let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer[Symbol.asyncDispose]());
afterEach(() => {
  vi.useRealTimers();
});

let url = '';
beforeEach(() => {
  url = issuer.config.issuer;
  for (const name of Object.keys(issuer.document)) delete issuer.document[name];
  Object.assign(issuer.document, {
    ...{ issuer: url, jwks_uri: `${url}/keys` },
    ...{ token_endpoint: `${url}/token`, userinfo_endpoint: `${url}/me` },
  });
  issuer.answers.clear();
  issuer.asked.splice(0);
});

const client = (more: Partial<SignInProvider> = {}) => createProviderClient({ ...issuer.config, ...more }, Date);
const seconds = () => Math.floor(Date.now() / 1_000);

describe('an ID token', () => {
  const verify = async (claims: Parameters<Issuer['sign']>[0] = {}, more: Partial<SignInProvider> = {}) =>
    client(more).verify(await issuer.sign(claims));

  test('of this client gives its claims', async () => {
    expect(await verify({ azp: 'taskdeck', iat: seconds() - 500 })).toMatchObject({ sub: 'ada', azp: 'taskdeck' });
  });

  test('of another client, of nobody, or that is older than ten minutes, is refused', async () => {
    await expect(verify({ azp: 'another' })).rejects.toMatchObject({ code: 'ERR_JWT_CLAIM_VALIDATION_FAILED' });
    for (const sub of ['', 7, undefined])
      await expect(verify({ sub })).rejects.toMatchObject({ code: 'ERR_JWT_CLAIM_VALIDATION_FAILED' });
    await expect(verify({ iat: seconds() - 620 })).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' });
    await expect(verify({}, { clientId: 'another' })).rejects.toMatchObject({ claim: 'aud' });
    await expect(verify({}, { algorithm: 'ES256' })).rejects.toMatchObject({ code: 'ERR_JOSE_ALG_NOT_ALLOWED' });
  });

  test('is judged by the clock of the service, which is that of the database', async () => {
    const token = await issuer.sign({});
    const off = (offInMs: number) => createProviderClient(issuer.config, { now: () => Date.now() + offInMs });
    for (const offInMs of [-3_600_000, 3_600_000]) await expect(off(offInMs).verify(token)).rejects.toThrow();
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now + 3_600_000 });
    expect(await createProviderClient(issuer.config, { now: () => now }).verify(token)).toMatchObject({ sub: 'ada' });
  });

  test('cannot be judged while the provider gives no keys, or another document', async () => {
    issuer.answers.set('/keys', () => ({ status: 500 }));
    await expect(verify()).rejects.toBeInstanceOf(ProviderAway);
    issuer.document.issuer = 'https://another.example';
    await expect(verify()).rejects.toBeInstanceOf(ProviderAway);
  });
});

describe('the userinfo endpoint', () => {
  const claims = { sub: 'ada', email: 'token@example.com' };
  const whole = { ...claims, groups: ['ops'] };
  const complete = (given: { sub: string }) => client().complete(given, { accessToken: 'a1' });
  const answer = (body: unknown, status = 200) => issuer.answers.set('/me', () => ({ status, body }));

  test('adds what the token lacks, and changes nothing that it has', async () => {
    const asked: Asked[] = [];
    issuer.answers.set('/me', (one) => {
      asked.push(one);
      return { body: { sub: 'ada', email: 'me@example.com', groups: ['readers'] } };
    });
    expect(await complete(claims)).toEqual({ ...claims, groups: ['readers'] });
    const groups = { sub: 'ada', groups: ['ops'] };
    expect(await complete(groups)).toEqual({ ...groups, email: 'me@example.com' });
    expect(asked.map(({ authorization }) => authorization)).toEqual(['Bearer a1', 'Bearer a1']);
  });

  test('verifies the address that it tells of, and no other', async () => {
    answer({ sub: 'ada', email: 'me@example.com', email_verified: true, groups: ['ops'] });
    expect(await complete(claims)).toEqual(whole);
    expect(await complete({ sub: 'ada' })).toEqual({ ...whole, email: 'me@example.com', email_verified: true });
    answer({ ...whole, email_verified: true });
    expect(await complete(claims)).toEqual({ ...whole, email_verified: true });
  });

  test('is not asked when the token has all, without an access token, or when there is none', async () => {
    expect(await complete(whole)).toEqual(whole);
    expect(await client().complete(claims, {})).toEqual(claims);
    delete issuer.document.userinfo_endpoint;
    expect(await complete(claims)).toEqual(claims);
    expect(issuer.asked).not.toContain('/me');
  });

  test('adds nothing about somebody else, or when it refuses the access token', async () => {
    answer({ sub: 'bob', groups: ['ops'] });
    expect(await complete(claims)).toEqual(claims);
    for (const status of [401, 403]) {
      answer({ sub: 'ada', groups: ['ops'] }, status);
      expect(await complete(claims)).toEqual(claims);
    }
  });

  test('is away when it fails, or leads elsewhere', async () => {
    answer({ sub: 'ada', groups: ['ops'] }, 500);
    await expect(complete(claims)).rejects.toBeInstanceOf(ProviderAway);
    issuer.answers.set('/me', () => ({ status: 302, location: `${url}/elsewhere` }));
    issuer.answers.set('/elsewhere', () => ({ body: { sub: 'ada', groups: ['ops'] } }));
    await expect(complete(claims)).rejects.toBeInstanceOf(ProviderAway);
  });
});

describe('asking again about a person', () => {
  const me = { sub: 'ada', groups: ['ops'] };
  const answer = (path: string, body: unknown, status = 200) => issuer.answers.set(path, () => ({ status, body }));
  const byRefresh = (more: Partial<SignInProvider> = {}) =>
    client(more).confirm('ada', { accessToken: 'a1', refreshToken: 'r1' });

  test('by the access token gives the claims of now', async () => {
    answer('/me', me);
    expect(await client().confirm('ada', { accessToken: 'a1' })).toEqual({ claims: me, tokens: { accessToken: 'a1' } });
  });

  test('by the access token has ended for another person, a refused or missing token, and without an endpoint', async () => {
    const byAccess = () => client().confirm('ada', { accessToken: 'a1' });
    for (const [body, status] of [[{ sub: 'bob' }, 200] as const, ['no JSON', 200] as const, [me, 401] as const]) {
      answer('/me', body, status);
      expect(await byAccess()).toBe('ended');
    }
    answer('/me', me);
    expect(await client().confirm('ada', {})).toBe('ended');
    delete issuer.document.userinfo_endpoint;
    expect(await byAccess()).toBe('ended');
  });

  test.each([
    [undefined, undefined, { grant_type: 'refresh_token', refresh_token: 'r1', client_id: 'task deck' }],
    ['a b:%', `Basic ${btoa('task+deck:a+b%3A%25')}`, { grant_type: 'refresh_token', refresh_token: 'r1' }],
  ])('by the refresh token sends what the client has: the secret %s', async (clientSecret, authorization, form) => {
    const asked: Asked[] = [];
    issuer.answers.set('/token', (one) => {
      asked.push(one);
      return { status: 400, body: { error: 'invalid_grant' } };
    });
    expect(await byRefresh({ clientSecret, clientId: 'task deck' })).toBe('ended');
    expect(asked).toEqual([{ authorization, form }]);
  });

  test('by the refresh token goes on with the tokens that it gives, and keeps the refresh token that it does not replace', async () => {
    issuer.answers.set('/me', ({ authorization }) => ({ body: authorization === 'Bearer a2' ? me : { sub: 'bob' } }));
    answer('/token', { access_token: 'a2' });
    expect(await byRefresh()).toEqual({ claims: me, tokens: { accessToken: 'a2', refreshToken: 'r1' } });
    answer('/token', { access_token: 'a2', refresh_token: 'r2' });
    expect(await byRefresh()).toEqual({ claims: me, tokens: { accessToken: 'a2', refreshToken: 'r2' } });
    for (const body of [{ access_token: 7 }, {}, null, 'no JSON']) {
      answer('/token', body);
      expect(await byRefresh(), 'no access token').toBe('ended');
    }
  });

  test('by the refresh token takes the claims of a new ID token, with those of the userinfo endpoint', async () => {
    answer('/me', me);
    answer('/token', { access_token: 'a2', id_token: await issuer.sign() });
    const tokens = { accessToken: 'a2', refreshToken: 'r1' };
    expect(await byRefresh()).toMatchObject({ claims: { ...me, email: 'ada@company.example' }, tokens });
    answer('/token', { access_token: 'a2', id_token: await issuer.sign({ sub: 'bob' }) });
    expect(await byRefresh()).toBe('ended');
  });

  test('by the refresh token finds the provider away when it neither gives nor refuses', async () => {
    for (const [status, error] of [
      [500, 'invalid_grant'],
      [400, 'invalid_client'],
      [400, undefined],
    ] as const) {
      answer('/token', { error, access_token: 'a2' }, status);
      await expect(byRefresh()).rejects.toBeInstanceOf(ProviderAway);
    }
    delete issuer.document.token_endpoint;
    await expect(byRefresh()).rejects.toBeInstanceOf(ProviderAway);
  });
});
