import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { problem, reset, startLocalServer } from '../../client/testing/local-server.ts';
import { type RealService, startRealService } from '../../client/testing/real-service.ts';
import { type AccessTokens, createAccessTokens } from './access-token.ts';
import { answerAuth } from './answer-auth.ts';
import type { AuthParts } from './auth.ts';
import { type Connect, createConnect } from './connect.ts';
import { createGate, type Gate } from './gate.ts';
import { signIn } from './sign-in.ts';
import { readSignInFailure, type SignInFailure } from './sign-in-failure.ts';
import { openTestBrowser } from './testing/browser.ts';
import { host, sessionSecret, signInAnswer } from './testing/stand-in.ts';

const origin = `https://${host}`;
vi.stubEnv('NEXTAUTH_URL', origin);

let service: RealService;
let connect: Connect;
let accessTokens: AccessTokens;
let gate: Gate;

beforeAll(async () => {
  service = await startRealService();
  connect = createConnect({ serviceUrl: service.url, allowInsecureService: false });
  accessTokens = createAccessTokens((refreshToken) => connect('anonymous').refreshSignInAsync(refreshToken));
  gate = createGate({ isSecure: true, sessionSecrets: [sessionSecret], accessTokens, connect });
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

/** With passwords only. */
const partsWith = (toService: Connect): AuthParts => ({
  isSecure: true,
  sessionSecrets: [sessionSecret],
  accessTokens,
  connect: toService,
  signIn: { providers: [], hasPassword: true },
});
const openBrowser = () => openTestBrowser(partsWith(connect));

const nowhere = { address: undefined, device: undefined };

describe('at the real service', () => {
  const password = () => ({ email: service.email, password: service.password });

  it('a sign-in makes a session that the gate admits, and a sign-out ends it everywhere', async () => {
    const browser = openBrowser();
    await expect(gate.admit(browser.headers(), { isChange: true })).rejects.toThrow('The session has ended');
    expect((await browser.signIn(password())).status).toBe(200);

    const cookie = browser.setCookies.find((line) => line.startsWith('__Host-taskdeck.session='));
    expect(cookie?.split('; ').slice(1)).toEqual(
      expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']),
    );
    expect((await browser.ask(['session'])).body).toEqual({ expires: expect.any(String) });

    const kept = browser.headers();
    const { operator, scopes, client } = await gate.admit(kept, { isChange: true });
    expect(operator).toMatchObject({ email: service.email });
    expect(scopes).toContain('operators/manage');
    for await (const known of client.listOperatorsAsync()) expect(known.email).toBe(service.email);

    await browser.signOut();
    expect([...browser.jar.keys()]).not.toContain('__Host-taskdeck.session');
    await expect(gate.admit(browser.headers(), { isChange: true })).rejects.toThrow('The session has ended');
    await expect(gate.admit(kept, { isChange: true }), 'a copy of the cookie').rejects.toThrow('The session has ended');
  });

  it('a wrong password makes none', async () => {
    const browser = openBrowser();
    const { status, body } = await browser.signIn({ ...password(), password: 'a guess' });
    expect(status).toBe(401);
    expect(new URL(String(Reflect.get(Object(body), 'url'))).searchParams.get('error')).toBe('credentials');
    expect([...browser.jar.keys()]).not.toContain('__Host-taskdeck.session');
  });

  it('neither leads to another site', async () => {
    const browser = openBrowser();
    const elsewhere = { callbackUrl: 'https://evil.example/' };
    const urlOf = ({ body }: { body: unknown }) => new URL(String(Reflect.get(Object(body), 'url'))).origin;
    expect(urlOf(await browser.signIn({ ...password(), ...elsewhere }))).toBe(origin);
    expect(urlOf(await browser.signOut(elsewhere))).toBe(origin);
  });

  it('the password is checked from the address of the browser', async () => {
    const { operator, refreshToken } = await signIn({ accessTokens, connect }, password(), {
      address: '198.51.100.7',
      device: 'Firefox on Linux',
    });
    expect(operator.email).toBe(service.email);
    expect((await accessTokens.accessOf(refreshToken)).scopes).toContain('tasks/read');
  });
});

it('a sign-out that the service does not hear of is no sign-out', async () => {
  await using broken = await startLocalServer(reset);
  const toBroken = createConnect({ serviceUrl: broken.url, allowInsecureService: false });
  const answer = await answerAuth(async (noteFailedSignOut) => {
    const signedIn = openTestBrowser(partsWith(connect));
    await signedIn.signIn({ email: service.email, password: service.password });
    const browser = openTestBrowser(partsWith(toBroken), noteFailedSignOut);
    for (const [name, value] of signedIn.jar) browser.jar.set(name, value);
    await browser.signOut();
    return new Response(null, { headers: { 'set-cookie': browser.setCookies.join() } });
  });
  expect(broken.received.map(({ url }) => url.pathname)).toContain('/v1/sign-out');
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: 'Unreachable' });
  expect(answer.headers.has('set-cookie'), 'the cookie stays').toBe(false);
  expect((await answerAuth(async () => new Response('done'))).status).toBe(200);
});

it('a connection that breaks is made anew once', async () => {
  await using server = await startLocalServer(reset, problem(401, 'InvalidCredentials'));
  const parts = { accessTokens, connect: createConnect({ serviceUrl: server.url, allowInsecureService: false }) };
  await expect(signIn(parts, { email: 'ada', password: 'x' }, nowhere)).rejects.toThrow(/^credentials$/);
  await using broken = await startLocalServer(reset, reset, problem(401, 'InvalidCredentials'));
  const others = { accessTokens, connect: createConnect({ serviceUrl: broken.url, allowInsecureService: false }) };
  await expect(signIn(others, { email: 'ada', password: 'x' }, nowhere)).rejects.toThrow(/^unreachable$/);
});

type Refusal = readonly [status: number, code: string, headers?: Record<string, string>];

describe('a sign-in that fails says', () => {
  const failureAt = async ([status, code, headers]: Refusal) => {
    await using server = await startLocalServer(problem(status, code, {}, headers));
    const parts = { accessTokens, connect: createConnect({ serviceUrl: server.url, allowInsecureService: false }) };
    const failed: unknown = await signIn(parts, { email: 'ada', password: 'x' }, nowhere).catch((error) => error);
    expect(server.received, 'it is not tried again').toHaveLength(1);
    return failed instanceof Error ? readSignInFailure(failed.message) : failed;
  };

  it.each<[Refusal, SignInFailure]>([
    [[401, 'InvalidCredentials'], { reason: 'credentials' }],
    [[400, 'InvalidRequest'], { reason: 'credentials' }],
    [[429, 'TooManyRequests', { 'retry-after': '7' }], { reason: 'throttled', seconds: 7 }],
    [[429, 'TooManyRequests'], { reason: 'throttled', seconds: 30 }],
    [[503, 'ServiceUnavailable'], { reason: 'unreachable' }],
    [[500, 'InternalError'], { reason: 'unreachable' }],
  ])('%j as %j', async (answer, failure) => {
    expect(await failureAt(answer)).toEqual(failure);
  });

  it.each([{}, { email: 'ada' }, { email: 'ada', password: '' }, { email: ['a'], password: 'b' }, null])(
    'the credentials without asking the service: %j',
    async (given) => {
      await using server = await startLocalServer(problem(500, 'InternalError'));
      const parts = { accessTokens, connect: createConnect({ serviceUrl: server.url, allowInsecureService: false }) };
      await expect(signIn(parts, given, nowhere)).rejects.toThrow(/^credentials$/);
      expect(server.received).toEqual([]);
    },
  );
});

it('a recovery code that is refused after a lost answer may have been right', async () => {
  await using server = await startLocalServer(reset, problem(401, 'InvalidCredentials'));
  const parts = { accessTokens, connect: createConnect({ serviceUrl: server.url, allowInsecureService: false }) };
  const given = { email: 'ada', password: 'x', recoveryCode: 'abcd-efgh-ijkl-mnop' };
  await expect(signIn(parts, given, nowhere)).rejects.toThrow(/^codeUnanswered$/);
  await expect(signIn(parts, given, nowhere)).rejects.toThrow(/^wrongCode$/);
});

it('a sign-in tells the service address and name of the browser, and keeps the access token for the session', async () => {
  await using server = await startLocalServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(signInAnswer('r-1')));
  });
  const parts = { accessTokens, connect: createConnect({ serviceUrl: server.url, allowInsecureService: false }) };
  const content = await signIn(
    parts,
    { email: 'ada', password: 'x', csrfToken: 'c' },
    {
      address: '198.51.100.7',
      device: 'Firefox on Linux',
    },
  );
  expect(Object.keys(content)).toEqual(['id', 'operator', 'refreshToken', 'refreshExpiresOn', 'renewedOn']);
  expect(server.received[0]?.headers['x-forwarded-for']).toBe('198.51.100.7');
  expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({
    email: 'ada',
    password: 'x',
    device: 'Firefox on Linux',
  });
  expect((await accessTokens.accessOf('r-1')).token).toBe('access-of-r-1');
});
