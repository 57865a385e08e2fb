import { type NextRequest, NextResponse } from 'next/server';
import { contentSecurityPolicy } from './lib/dashboard/access/content-security-policy.ts';
import { sessionCookieName } from './lib/dashboard/access/session-cookie.ts';
import { decodeSession } from './lib/dashboard/access/session-token.ts';
import { signInPath } from './lib/dashboard/access/sign-in-path.ts';
import { dashboardConfig } from './lib/dashboard/config.ts';

/** Before every page: nobody gets past sign-in without a session, and each answer has a policy with a nonce of its own. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const path = request.nextUrl.pathname + request.nextUrl.search;
  const { isSecure, sessionSecret } = dashboardConfig();
  if (request.nextUrl.pathname !== '/sign-in') {
    const cookie = request.cookies.get(sessionCookieName(isSecure))?.value;
    const session = cookie === undefined ? undefined : await decodeSession(cookie, sessionSecret);
    if (session === undefined) return NextResponse.redirect(new URL(signInPath(path), request.url));
  }

  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce, { isDevelopment: process.env.NODE_ENV === 'development', isSecure });
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('x-taskdeck-path', path);
  headers.set('Content-Security-Policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  return response;
}

export const config = { matcher: ['/((?!api/|_next/|favicon.ico|icon.svg).*)'] };
