import 'server-only';
import { cookies } from 'next/headers';
import { dashboardConfig } from '../config.ts';
import { sessionCookieName } from './session-cookie.ts';
import { decodeSession, type Session } from './session-token.ts';

/** The session of the present request; `undefined` where there is none, or one that has ended. */
export async function readSession(): Promise<Session | undefined> {
  const { isSecure, sessionSecret } = dashboardConfig();
  const cookie = (await cookies()).get(sessionCookieName(isSecure));
  return cookie === undefined ? undefined : decodeSession(cookie.value, sessionSecret);
}
