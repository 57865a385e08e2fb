import { readCookie, sessionCookieName } from './session-cookie.ts';
import { decodeSession, type Session } from './session-token.ts';

/** What is needed to read a session cookie. */
export type SessionConfig = {
  /** Whether browsers reach the dashboard by https. */
  isSecure: boolean;
  /** The keys of the cookie's encryption. The first encrypts, all decrypt. */
  sessionSecrets: readonly [string, ...string[]];
};

/** The session of a request. `undefined` without a cookie, and for one that is forged or expired. */
export async function readSession(headers: Headers, config: SessionConfig): Promise<Session | undefined> {
  const cookie = readCookie(headers, sessionCookieName(config.isSecure));
  return cookie === undefined ? undefined : decodeSession(cookie, config.sessionSecrets);
}
