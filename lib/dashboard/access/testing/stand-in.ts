import { encode } from 'next-auth/jwt';
import { fullScope } from '#contract';
import {
  type Answer,
  type LocalServer,
  type Received,
  startLocalServer,
} from '../../../client/testing/local-server.ts';
import { type AccessTokens, createAccessTokens } from '../access-token.ts';
import { type Connect, createConnect } from '../connect.ts';
import { createGate, type Gate } from '../gate.ts';

export const sessionSecret = 'a-secret-that-is-long-enough-for-this-test';
export const dashboardKey = 'key-of-this-dashboard';
export const host = 'tasks.example.com';

/** What a session cookie of the tests holds. */
export const sessionContent = {
  operator: { id: 'op-1', email: 'ada@example.com', name: 'Ada' },
  refreshToken: 'refresh-1',
  refreshExpiresOn: new Date(Date.now() + 3_600_000).toISOString(),
  renewedOn: new Date().toISOString(),
};

/** A cookie header with a session, encrypted as next-auth does. */
export async function sessionCookie(
  content: Record<string, unknown> = sessionContent,
  { secret = sessionSecret, maxAge = 3_600, name = 'taskdeck.session' } = {},
): Promise<string> {
  return `${name}=${await encode({ token: content, secret, maxAge })}`;
}

/** The headers of a request that a page of the dashboard makes, with a session. */
export async function ownHeaders(extra: Record<string, string> = {}): Promise<Headers> {
  const own = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
  return new Headers({ ...own, cookie: await sessionCookie(), ...extra });
}

/** Headers that no page of the dashboard sends, each with why it is refused. */
export const foreignHeaders: readonly [string, Record<string, string>][] = [
  ['a foreign origin', { host, origin: 'https://evil.example' }],
  ['an opaque origin', { host, origin: 'null' }],
  ['another port', { host, origin: `http://${host}:444` }],
  ['a forged X-Forwarded-Host', { host, origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }],
  ['a forged Forwarded', { host, origin: 'https://evil.example', forwarded: 'host=evil.example' }],
  ['another site by Sec-Fetch-Site', { host, 'sec-fetch-site': 'cross-site' }],
  ['another subdomain', { host, 'sec-fetch-site': 'same-site', origin: `http://${host}` }],
];

/** A stand-in for the service, with the dashboard's gate in front of it. */
export type StandIn = AsyncDisposable & {
  server: LocalServer;
  connect: Connect;
  accessTokens: AccessTokens;
  gate: Gate;
  /** What it received besides refreshes. */
  asked(): Received[];
  /** The refresh tokens that it was asked to exchange. */
  refreshed(): string[];
};

/** Starts one. It exchanges every refresh token unless `refresh` answers otherwise; `answer` is for all else. */
export async function startStandIn(answer: Answer = ok, refresh: Answer = exchanged): Promise<StandIn> {
  const isRefresh = ({ url }: Received) => url.pathname === '/v1/sign-in/refresh';
  const server = await startLocalServer((request, response) =>
    isRefresh(request) ? refresh(request, response) : answer(request, response),
  );
  const connect = createConnect({ serviceUrl: server.url, allowInsecureService: false, dashboardKey });
  const accessTokens = createAccessTokens((refreshToken, options) =>
    connect('anonymous').refreshSignInAsync(refreshToken, options),
  );
  return {
    server,
    connect,
    accessTokens,
    gate: createGate({ isSecure: false, sessionSecrets: [sessionSecret], accessTokens, connect }),
    asked: () => server.received.filter((request) => !isRefresh(request)),
    refreshed: () => server.received.filter(isRefresh).map(({ body }) => JSON.parse(body).refreshToken),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** An answer to a sign-in or a refresh. */
export function signInAnswer(refreshToken: string, more: Record<string, unknown> = {}) {
  return {
    accessToken: `access-of-${refreshToken}`,
    expiresOn: new Date(Date.now() + 900_000).toISOString(),
    scopes: [fullScope('tasks/read'), fullScope('tasks/update')],
    refreshToken,
    refreshExpiresOn: sessionContent.refreshExpiresOn,
    operator: sessionContent.operator,
    ...more,
  };
}

export const exchanged: Answer = ({ body }, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const { refreshToken, rotate } = JSON.parse(body);
  response.end(JSON.stringify(signInAnswer(rotate === true ? `${refreshToken}-next` : refreshToken)));
};

const ok: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
};
