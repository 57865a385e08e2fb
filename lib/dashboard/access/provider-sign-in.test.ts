import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fullScope, type SignInProvider } from '#contract';
import { type IdentityProvider, startIdentityProvider } from '../../service/testing/identity-provider.ts';
import { insertOperator, startTestService, type TestService } from '../../service/testing/test-service.ts';
import { type AccessTokens, createAccessTokens } from './access-token.ts';
import { keptTarget } from './callback-url.ts';
import { type Connect, createConnect } from './connect.ts';
import { createGate, type Gate } from './gate.ts';
import { proofDonePath } from './sign-in-path.ts';
import { openTestBrowser, type TestBrowser } from './testing/browser.ts';
import { host, sessionSecret } from './testing/stand-in.ts';

const origin = `https://${host}`;
vi.stubEnv('NEXTAUTH_URL', origin);
for (const method of ['error', 'warn', 'info'] as const) // next-auth reports each refusal, the provider its settings
  vi.spyOn(console, method).mockImplementation(() => {});

let service: TestService;
let company: IdentityProvider;
let partner: IdentityProvider;
let providers: SignInProvider[];
let connect: Connect;
let accessTokens: AccessTokens;
let gate: Gate;
let browser: TestBrowser;

const callback = (id: string) => `${origin}/api/auth/callback/${id}`;
const roles = { ops: ['tasks/read', 'tasks/update'], readers: ['tasks/read'] } as const;
beforeAll(async () => {
  company = await startIdentityProvider({
    id: 'company',
    roles,
    redirectUri: callback('company'),
    hasRefreshTokens: true,
  });
  partner = await startIdentityProvider({ id: 'partner', roles, redirectUri: callback('partner') });
  providers = [company.config, partner.config];
  service = await startTestService({ signIn: { providers, hasPassword: true }, logLevel: 'silent' });
  connect = createConnect({ serviceUrl: service.url, allowInsecureService: false });
  accessTokens = createAccessTokens((refreshToken) => connect('anonymous').refreshSignInAsync(refreshToken));
  gate = createGate({ isSecure: true, sessionSecrets: [sessionSecret], accessTokens, connect });
});
afterAll(async () => {
  await service.close();
  await Promise.all([company, partner].map((one) => one[Symbol.asyncDispose]()));
});

const open = () =>
  openTestBrowser({
    isSecure: true,
    sessionSecrets: [sessionSecret],
    accessTokens,
    connect,
    signIn: { providers, hasPassword: true },
  });
beforeEach(async () => {
  browser = open();
  await service.database`delete from sign_in_throttle`;
});

/** Signs a person in, from the button to the page that follows. */
async function signIn(at: IdentityProvider, person: string, from = browser): Promise<string> {
  const away = await from.leaveTo(at.config.id, { callbackUrl: '/tasks' });
  return from.comeBack(at.config.id, await at.signIn(away, person));
}
const signedIn = (from = browser) => gate.identify(from.headers());
const isOut = (from = browser) => expect(signedIn(from)).rejects.toThrow('The session has ended');
/** The provider is asked again at once instead of after 30 seconds. */
const askNow = () => service.database`update session set check_after = now() where provider is not null`;
const errorAt = (location: string) => URL.parse(location, origin)?.searchParams.get('error');

describe('a sign-in with a provider', () => {
  it('makes the operator at the first time, with the scopes of its groups, and the same one again', async () => {
    company.people.set('ann', { groups: ['ops', 'others'] });
    expect(await signIn(company, 'ann')).toBe(`${origin}/tasks`);
    const first = await signedIn();
    expect(first.operator).toMatchObject({ email: 'ann@example.com', name: 'Name of ann' });
    expect(first.provider).toEqual({ id: 'company', idToken: expect.any(String) });
    expect(first.scopes).toEqual(['tasks/read', 'tasks/update']);
    await first.client.listTasksAsync().byPage().next();

    company.people.set('ann', { groups: ['readers'], email: 'married@example.com' });
    const other = open();
    await signIn(company, 'ann', other);
    const second = await signedIn(other);
    expect(second.operator.id).toBe(first.operator.id);
    expect(second.scopes).toEqual(['tasks/read']);
  });

  it('tells people of two providers apart who have the same subject', async () => {
    company.people.set('sam', { groups: ['ops'] });
    partner.people.set('sam', { groups: ['readers'], email: 'sam@partner.example' });
    await signIn(company, 'sam');
    const other = open();
    await signIn(partner, 'sam', other);
    const [here, there] = [await signedIn(), await signedIn(other)];
    expect([here.operator.email, there.operator.email]).toEqual(['sam@example.com', 'sam@partner.example']);
    expect([here.scopes.length, there.scopes.length]).toEqual([2, 1]);
  });

  it('works after the provider has replaced its keys', async () => {
    company.people.set('kim', { groups: ['ops'] });
    await signIn(company, 'kim');
    await company.rotateKeys();
    const after = open();
    expect(await signIn(company, 'kim', after)).toBe(`${origin}/tasks`);
    expect((await signedIn(after)).operator.email).toBe('kim@example.com');
  });

  it('asks for a code with a challenge, a state and a nonce, at the redirect URI of the provider', async () => {
    const { searchParams } = new URL(await browser.leaveTo('company'));
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: callback('company'),
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)?.length).toBeGreaterThan(40);
  });

  it('does not lead to another site', async () => {
    company.people.set('lea', { groups: ['ops'] });
    const away = await browser.leaveTo('company', { callbackUrl: 'https://evil.example/' });
    expect(await browser.comeBack('company', await company.signIn(away, 'lea'))).toBe(`${origin}/`);
  });
});

describe('a new sign-in that proves who is signed in', () => {
  const proveAs = async (person: string, query: Record<string, string> = { prompt: 'login', max_age: '0' }) => {
    const away = await browser.leaveTo('company', { callbackUrl: proofDonePath }, query);
    return browser.comeBack('company', await company.signIn(away, person));
  };
  const isNeeded = async () => (await (await signedIn()).client.getProofAsync()).isNeeded;

  it('makes the proof of the same session fresh, and opens no other', async () => {
    company.people.set('ray', { groups: ['ops'] });
    await signIn(company, 'ray');
    expect(await isNeeded(), 'the provider did not say when it was').toBe(true);
    expect(await proveAs('ray')).toBe(`${origin}${proofDonePath}`);
    expect(await isNeeded()).toBe(false);
    const sessions = await Array.fromAsync((await signedIn()).client.listSessionsAsync());
    expect(sessions).toHaveLength(1);
  });

  it('is refused for another person, and without the time of the sign-in', async () => {
    for (const person of ['una', 'vic']) company.people.set(person, { groups: ['ops'] });
    await signIn(company, 'una');
    expect(await proveAs('vic')).toBe('/proof?error=1');
    expect(await proveAs('una', {})).toBe('/proof?error=1');
    expect(await isNeeded()).toBe(true);
    expect((await signedIn()).operator.email).toBe('una@example.com');
  });
});

describe('nobody gets in', () => {
  it('with a verified identity but no role', async () => {
    company.people.set('nora', { groups: ['others', 'constructor', '__proto__'] });
    expect(errorAt(await signIn(company, 'nora'))).toBe('noRole');
    expect(keptTarget(browser.headers(), true), 'another try leads to the same page').toBe('/tasks');
    await isOut();
  });

  it('as another operator by an e-mail address, verified or not', async () => {
    const email = 'boss@example.com';
    const id = await insertOperator(service.database, { email, name: 'B', password: 'a password of mine', scopes: [] });
    company.people.set('mallory', { groups: ['ops'], email, isVerified: false });
    expect(errorAt(await signIn(company, 'mallory'))).toBe('emailNotVerified');
    company.people.set('mallory', { groups: ['ops'], email: 'Boss@Example.com' });
    expect(errorAt(await signIn(company, 'mallory'))).toBe('emailTaken');
    await isOut();
    expect(await service.database`select scopes, password_hash is null as gone from operator where id = ${id}`).toEqual(
      [{ scopes: [], gone: false }],
    );
  });

  it('who was disabled here', async () => {
    company.people.set('dan', { groups: ['ops'] });
    await signIn(company, 'dan');
    await service.database`update operator set is_disabled = true where email = 'dan@example.com'`;
    expect(errorAt(await signIn(company, 'dan', open()))).toBe('noRole');
  });

  it('with a password of somebody who has none', async () => {
    company.people.set('pat', { groups: ['ops'] });
    await signIn(company, 'pat');
    for (const password of ['', 'null', 'a password of mine']) {
      const { status } = await open().signIn({ email: 'pat@example.com', password });
      expect(status).toBe(401);
    }
  });

  it('with the code of one provider at the other, or with a code that was used', async () => {
    company.people.set('eve', { groups: ['ops'] });
    partner.people.set('eve', { groups: ['ops'] });
    const back = await company.signIn(await browser.leaveTo('company'), 'eve');
    await browser.leaveTo('partner');
    expect(errorAt(await browser.comeBack('partner', back)), 'mix-up').toBe('OAuthCallback');
    expect(errorAt(await browser.comeBack('company', back)), "the other's cookies").toBe('OAuthCallback');
    await isOut();

    const kept = await company.signIn(await browser.leaveTo('company'), 'eve');
    const cookies = new Map(browser.jar);
    expect(await browser.comeBack('company', kept)).toBe(`${origin}/`);
    const thief = open();
    for (const [name, value] of cookies) thief.jar.set(name, value);
    expect(errorAt(await thief.comeBack('company', kept)), 'replayed').toBe('OAuthCallback');
    await isOut(thief);
  });

  it('with the answer to the sign-in of another browser', async () => {
    company.people.set('mia', { groups: ['ops'] });
    const mine = await company.signIn(await browser.leaveTo('company'), 'mia');
    const victim = open();
    expect(errorAt(await victim.comeBack('company', mine)), 'without any').toBe('OAuthCallback');
    await victim.leaveTo('company');
    expect(errorAt(await victim.comeBack('company', mine)), 'with another state').toBe('OAuthCallback');
    const state = new URL(await victim.leaveTo('company')).searchParams.get('state') ?? '';
    const forged = new URL(mine);
    forged.searchParams.set('state', state);
    expect(errorAt(await victim.comeBack('company', forged.href)), 'with another verifier').toBe('OAuthCallback');
    await isOut(victim);
  });

  it('while the provider is down, which is said', async () => {
    company.people.set('tom', { groups: ['ops'] });
    const back = await company.signIn(await browser.leaveTo('company'), 'tom');
    company.setDown(true);
    try {
      expect(errorAt(await browser.comeBack('company', back))).toBe('OAuthCallback');
      expect(errorAt(await open().leaveTo('company'))).toBe('OAuthSignin');
    } finally {
      company.setDown(false);
    }
    await isOut();
  });
});

describe.each([
  ['with refresh tokens', () => company],
  ['without refresh tokens', () => partner],
])('while somebody is signed in with a provider %s', (name, at) => {
  const person = `zoe-${name.length}`;
  const set = (groups: string[]) => at().people.set(person, { groups, email: `${person}@${at().config.id}.example` });
  const session = async () => {
    const [found] = await service.database<{ isOver: boolean }[]>`
      select revoked_on is not null as "isOver"
      from session join operator on operator.id = operator_id where email = ${`${person}@${at().config.id}.example`}
      order by session.created_on desc limit 1`;
    return found;
  };

  it('a group that is taken away takes its scopes, and the last one ends session and stream', async () => {
    set(['ops']);
    await signIn(at(), person);
    const { client } = await signedIn();
    const identity = async () => (await client.getIdentityAsync()).scopes.length;
    expect(await identity()).toBe(2);
    set(['readers']);
    await askNow();
    await expect.poll(identity, { timeout: 20_000 }).toBe(1);

    const { token } = await gate.admitWithToken(browser.headers(), { isChange: false });
    const stream = await fetch(`${service.url}/v1/watch`, { headers: { authorization: `Bearer ${token}` } });
    const reader = stream.body?.getReader();
    await reader?.read();
    set([]);
    await askNow();
    await expect.poll(async () => (await reader?.read())?.done, { timeout: 20_000 }).toBe(true);
    await expect.poll(() => client.getIdentityAsync().catch(({ statusCode }) => statusCode)).toBe(401);
    const [operator] = await service.database`select scopes from operator where email like ${`${person}@%`}`;
    expect(operator?.scopes, 'nor may keys of the operator').toEqual([]);
  });

  it('the account that is removed at the provider is out here', async () => {
    set(['ops']);
    await signIn(at(), person);
    at().people.set(person, { isGone: true });
    await askNow();
    await expect.poll(session, { timeout: 20_000 }).toMatchObject({ isOver: true });
  });
});

it('what a provider gave is encrypted, and gone after the session', async () => {
  company.people.set('ida', { groups: ['ops'] });
  await signIn(company, 'ida');
  const [row] = await service.database<{ text: string }[]>`
    select encode(sealed_tokens, 'escape') as text from session where sealed_tokens is not null limit 1`;
  expect(row?.text).toBeDefined();
  expect(row?.text).not.toContain('Token');
  const { operator } = await signedIn();
  expect(
    (
      await service.call('PATCH', `/v1/operators/${operator.id}`, {
        token: service.allKey,
        body: { scopes: [fullScope('audit/read')] },
      })
    ).status,
    'the provider decides',
  ).toBe(400);
});
