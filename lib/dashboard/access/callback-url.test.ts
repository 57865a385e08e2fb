import NextAuth from 'next-auth';
import { describe, expect, it, vi } from 'vitest';
import { createAccessTokens } from './access-token.ts';
import { authOptions } from './auth.ts';
import { callbackCookieName, keptTarget, redirectTarget, refuseCallbackUrl } from './callback-url.ts';
import { createConnect } from './connect.ts';
import { host, sessionContent, sessionCookie, sessionSecret } from './testing/stand-in.ts';

const origin = `https://${host}`;
vi.stubEnv('NEXTAUTH_URL', origin);
const connect = createConnect({ serviceUrl: 'http://127.0.0.1:1', allowInsecureService: false });
const accessTokens = createAccessTokens(async () => {
  throw new Error('nobody signs in here');
});
const parts = { isSecure: true, accessTokens, connect, signIn: { providers: [], hasPassword: true } };
const options = authOptions({ ...parts, sessionSecrets: [sessionSecret] }, new Headers());

it('next-auth reads sessions of older secrets too', async () => {
  const [, token = ''] = (await sessionCookie()).split('=');
  const sessionSecrets = ['a-newer-secret-that-is-long-enough-for-it', sessionSecret] as const;
  const { jwt, secret } = authOptions({ ...parts, sessionSecrets }, new Headers());
  expect(secret).toBe(sessionSecrets[0]);
  expect(await jwt?.decode?.({ token, secret: '' })).toMatchObject(sessionContent);
});

const odd = ["'", 'x', 'javascript:alert(1)', '//', 'http://[', '\u0000', 'a:b', '%ff', '__proto__', ' ', 'ht tp://x'];
const fine = ['', '/tasks', '/tasks?status=failed#x', `${origin}/tasks`, 'https://elsewhere.example/'];

/** The status with which next-auth answers what is let through to it. */
async function statusOf(given: { query?: string; cookie?: string; body?: unknown; action?: string }): Promise<number> {
  const url = new URL(`${origin}/api/auth/session`);
  if (given.query !== undefined) url.searchParams.set('callbackUrl', given.query);
  const cookies = given.cookie === undefined ? {} : { [callbackCookieName(true)]: given.cookie };
  const header = Object.entries(cookies).map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
  const refused = refuseCallbackUrl(new Request(url, { headers: { cookie: header.join('; ') } }), true);
  if (refused !== undefined) return refused.status;
  const answer = { status: 200 };
  const response = {
    status: (status: number) => Object.assign(response, Object.assign(answer, { status }) && {}),
    getHeader: () => [],
    setHeader: () => {},
    json: () => {},
    send: () => {},
    end: () => {},
  };
  const handle: (request: object, response: object) => Promise<unknown> = NextAuth(options);
  const query = { nextauth: [given.action ?? 'session'], ...Object.fromEntries(url.searchParams) };
  await handle({ method: 'GET', query, body: given.body ?? {}, cookies, headers: {} }, response);
  return answer.status;
}

describe('a callback URL', () => {
  it.each(odd)('that is no address is refused, in the query and as a cookie: %j', async (text) => {
    expect(await statusOf({ query: text })).toBe(400);
    expect(await statusOf({ cookie: text })).toBe(400);
    expect(await statusOf({ query: text, action: 'signin' })).toBe(400);
  });

  it.each(fine)('that is an address goes on to next-auth: %j', async (text) => {
    expect(await statusOf({ query: text })).toBe(200);
    expect(await statusOf({ cookie: text })).toBe(200);
  });

  it.each([...odd, ...fine, {}, ['/x'], 1])('in the body fails nothing: %j', async (callbackUrl) => {
    expect(await statusOf({ body: { callbackUrl } })).toBe(200);
  });

  it('that is refused as a cookie is deleted', () => {
    const request = new Request(origin, { headers: { cookie: `${callbackCookieName(false)}=x` } });
    expect(refuseCallbackUrl(request, false)?.headers.get('set-cookie')).toMatch(
      /^taskdeck\.callback-url=; .*Max-Age=0/,
    );
  });

  it('that next-auth kept is read as a path of this dashboard', () => {
    const kept = (text: string) =>
      keptTarget(new Headers({ cookie: `${callbackCookieName(true)}=${encodeURIComponent(text)}` }), true);
    expect(kept(`${origin}/tasks?tab=logs#x`)).toBe('/tasks?tab=logs#x');
    expect(kept('/tasks')).toBe('/tasks');
    for (const text of ['https://evil.example//evil.example/', 'http://[', '/sign-in', ''])
      expect(kept(text)).toBe('/');
    expect(keptTarget(new Headers(), true)).toBe('/');
  });

  it('leads only to this dashboard', () => {
    const lead = (url: unknown) => redirectTarget({ url, baseUrl: origin });
    expect(lead('/tasks?a=b')).toBe(`${origin}/tasks?a=b`);
    expect(lead(`${origin}/tasks`)).toBe(`${origin}/tasks`);
    for (const url of ['//evil.example/', 'https://evil.example/', '/\\evil.example', {}, 'x:', undefined])
      expect(lead(url)).toMatch(new RegExp(`^${origin}`));
  });
});
