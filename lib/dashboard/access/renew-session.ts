import type { IncomingMessage, ServerResponse } from 'node:http';
import { encode } from 'next-auth/jwt';
import { presentTime } from '../../../components/ui/present.ts';
import type { AccessTokens } from './access-token.ts';
import { isOfAnotherPage, operatorHeader, sessionHasEnded, sessionHeader } from './page-operator.ts';
import { readSession, type SessionConfig } from './session.ts';
import { sessionCookieName, sessionLifetimeInSeconds } from './session-cookie.ts';

/** After this time, a cookie gets another refresh token. */
const renewAfterInMs = 600_000;

/** What has no session, or sets the cookie by itself. */
const isWithoutRenewal = /^\/(?:_next\/|api\/auth\/)/;

export type RenewalParts = SessionConfig & { accessTokens: AccessTokens };

/**
 * Exchanges the refresh token of a request's cookie when it is old, before anything handles the request: the answer sets
 * the new cookie, and the handlers see it. Says in the answer when the session of the page that asks has ended. Does nothing when the service cannot be asked: the gate says why.
 */
export async function renewSession(
  request: IncomingMessage,
  response: ServerResponse,
  { isSecure, sessionSecrets, accessTokens }: RenewalParts,
): Promise<void> {
  const { cookie = '' } = request.headers;
  if (isWithoutRenewal.test(request.url ?? '')) return;
  const session = await readSession(new Headers({ cookie }), { isSecure, sessionSecrets });
  if (isOfAnotherPage(request.headers[operatorHeader]?.toString(), session?.operator))
    response.setHeader(sessionHeader, sessionHasEnded);
  if (session === undefined) return;
  accessTokens.noteUse(session.refreshToken);
  if (presentTime() - Date.parse(session.renewedOn ?? '1970-01-01') < renewAfterInMs) return;
  const access = await accessTokens.renew(session.refreshToken).catch(() => undefined);
  if (access === undefined) return;
  const token = { ...session, refreshToken: access.refreshToken, renewedOn: new Date(presentTime()).toISOString() };
  const value = await encode({ token, secret: sessionSecrets[0], maxAge: sessionLifetimeInSeconds });
  const name = sessionCookieName(isSecure);
  const attributes = `Path=/; Max-Age=${sessionLifetimeInSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  response.appendHeader('Set-Cookie', `${name}=${value}; ${attributes}`);
  request.headers.cookie = `${cookie}; ${name}=${value}`; // of two cookies of a name, the last one counts
}
