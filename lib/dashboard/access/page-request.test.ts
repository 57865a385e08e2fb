import { readdirSync } from 'node:fs';
import { unstable_doesMiddlewareMatch } from 'next/experimental/testing/server.js';
import { NextRequest } from 'next/server.js';
import { describe, expect, it, vi } from 'vitest';
import { config, proxy } from '../../../proxy.ts';
import { decidePageRequest } from './page-request.ts';
import { host, sessionContent, sessionCookie, sessionSecret } from './testing/stand-in.ts';

const settings = { isSecure: false, isDevelopment: false, sessionSecrets: [sessionSecret], nonce: 'bm9uY2U=' } as const;
const decide = (path: string, headers: HeadersInit, more = {}, isAction = false) =>
  decidePageRequest({ path, headers: new Headers(headers), isAction }, { ...settings, ...more });

describe('a page', () => {
  it.each([
    ['no cookie', async () => ''],
    ['an arbitrary one', async () => 'taskdeck.session=x'],
    ['one of another secret', () => sessionCookie(sessionContent, { secret: 'another-secret-of-32-characters!!' })],
    ['an expired one', () => sessionCookie(sessionContent, { maxAge: -60 })],
  ])('leads to sign-in and back again with %s', async (_, cookie) => {
    const headers = { cookie: await cookie() };
    const redirectTo = '/sign-in?callbackUrl=%2Ftasks%3Ftab%3D1';
    expect(await decide('/tasks?tab=1', headers)).toEqual({ redirectTo });
    expect(await decide('/', headers)).toEqual({ redirectTo: '/sign-in' });
    expect(await decide('/sign-in-elsewhere', headers)).toHaveProperty('redirectTo');
    expect(await decide('/tasks/sign-in', headers)).toHaveProperty('redirectTo');
  });

  it('is shown with a session; sign-in is shown to everyone', async () => {
    expect(await decide('/tasks', { cookie: await sessionCookie() })).toHaveProperty('policy');
    expect(await decide('/sign-in', {})).toHaveProperty('policy');
    expect(await decide('/sign-in?callbackUrl=%2Ftasks', {})).toHaveProperty('policy');
  });

  it('gets the calls of its actions without a session too, which they refuse by themselves', async () => {
    expect(await decide('/state/orders?entry=1', {}, {}, true)).toHaveProperty('policy');
  });

  it('gets its path, its nonce and its policy over what the browser claims, and keeps the other headers', async () => {
    const cookie = await sessionCookie();
    const claimed = { 'x-nonce': 'mine', 'x-taskdeck-path': '//evil.example', 'content-security-policy': 'none' };
    const decision = await decide('/tasks?tab=1', { cookie, accept: 'text/html', ...claimed });
    if ('redirectTo' in decision) throw new Error('it was redirected');
    expect(Object.fromEntries(decision.headers)).toEqual({
      cookie,
      accept: 'text/html',
      'x-nonce': settings.nonce,
      'x-taskdeck-path': '/tasks?tab=1',
      'content-security-policy': decision.policy,
    });
  });
});

describe('the policy', () => {
  const policyOf = async (more = {}) => {
    const decision = await decide('/sign-in', {}, more);
    if ('redirectTo' in decision) throw new Error('it was redirected');
    return new Map(decision.policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]));
  };

  it('runs no script without its nonce, no foreign source and no frame', async () => {
    const policy = await policyOf();
    expect(policy.get('script-src')).toEqual(["'self'", `'nonce-${settings.nonce}'`, "'strict-dynamic'"]);
    expect(policy.get('style-src')).not.toContain("'unsafe-inline'");
    expect(policy.get('style-src')).toContain(`'nonce-${settings.nonce}'`);
    expect(policy.get('style-src-attr')).toEqual(["'unsafe-inline'"]);
    for (const [name, value] of [
      ['default-src', "'self'"],
      ['connect-src', "'self'"],
      ['font-src', "'self'"],
      ['form-action', "'self'"],
      ['base-uri', "'self'"],
      ['object-src', "'none'"],
      ['frame-ancestors', "'none'"],
    ] as const)
      expect(policy.get(name), name).toEqual([value]);
    expect(policy.get('img-src')).toEqual(["'self'", 'blob:', 'data:']);
  });

  it('upgrades requests where browsers come by https, and only there', async () => {
    expect((await policyOf()).has('upgrade-insecure-requests')).toBe(false);
    expect((await policyOf({ isSecure: true })).has('upgrade-insecure-requests')).toBe(true);
  });

  it('allows what a development server needs, and only there', async () => {
    expect((await policyOf({ isDevelopment: true })).get('script-src')).toContain("'unsafe-eval'");
    expect((await policyOf({ isDevelopment: true })).get('style-src')).toContain("'unsafe-inline'");
  });
});

describe('the proxy', () => {
  vi.stubEnv('NEXTAUTH_SECRET', sessionSecret);
  const open = (path: string, headers: Record<string, string> = {}) =>
    proxy(new NextRequest(`http://${host}${path}`, { headers: { host, ...headers } }));

  it('redirects within this host, and answers pages with the policy of a fresh nonce each', async () => {
    const redirected = await open('/tasks');
    expect(redirected.status).toBe(307);
    expect(redirected.headers.get('location')).toBe(`http://${host}/sign-in?callbackUrl=%2Ftasks`);
    const policies = await Promise.all(
      [1, 2].map(async () =>
        (await open('/tasks', { cookie: await sessionCookie() })).headers.get('content-security-policy'),
      ),
    );
    expect(policies[0]).toMatch(/'nonce-[\w+/=]{16,}'/);
    expect(policies[0]).not.toBe(policies[1]);
  });

  const isBefore = (url: string) => unstable_doesMiddlewareMatch({ config, nextConfig: {}, url });

  it.each(['/', '/tasks', '/tasks/a', '/state/shop', '/sign-in', '/apis', '/api', '/tasks/favicon.ico', '/icon.svgs'])(
    'stands before %s',
    (path) => expect(isBefore(path)).toBe(true),
  );

  it.each(['/api/tasks', '/api/auth/session', '/_next/static/a.js'])('lets %s pass, which has its own gate', (path) =>
    expect(isBefore(path)).toBe(false),
  );

  it.each(readdirSync(new URL('../../../public', import.meta.url)))(
    'lets everybody have %s, a file of public/',
    (name) => expect(isBefore(`/${name}`)).toBe(false),
  );
});
