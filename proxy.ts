import { type NextRequest, NextResponse } from 'next/server';
import { decidePageRequest } from './lib/dashboard/access/page-request.ts';
import { dashboardConfig } from './lib/dashboard/config.ts';

/** Runs before every page: redirects to sign-in without a session, and sets a policy with a fresh nonce. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const decision = await decidePageRequest(
    {
      path: request.nextUrl.pathname + request.nextUrl.search,
      headers: request.headers,
      isAction: request.method === 'POST' && request.headers.has('next-action'),
    },
    {
      ...dashboardConfig(),
      isDevelopment: process.env.NODE_ENV === 'development',
      nonce: btoa(crypto.randomUUID()),
    },
  );
  if ('redirectTo' in decision) return NextResponse.redirect(new URL(decision.redirectTo, request.url));
  const response = NextResponse.next({ request: { headers: decision.headers } });
  response.headers.set('Content-Security-Policy', decision.policy);
  return response;
}

/** Handlers below `api/` have a gate of their own; the files named here are those of `public/`. */
export const config = {
  matcher: [
    '/((?!api/|_next/|(?:favicon\\.ico|icon\\.svg|icon-192\\.png|icon-512\\.png|apple-touch-icon\\.png|social\\.png|manifest\\.webmanifest|robots\\.txt)$).*)',
  ],
};
