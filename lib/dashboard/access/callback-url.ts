import { percentDecoded } from '#contract';
import { readCookie } from './session-cookie.ts';
import { safeTarget } from './sign-in-path.ts';

/** The cookie in which next-auth keeps where a sign-in leads. */
export function callbackCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-taskdeck.callback-url' : 'taskdeck.callback-url';
}

/** Where a sign-in or sign-out leads: an address of this dashboard, or its first page. */
export function redirectTarget({ url, baseUrl }: { url: unknown; baseUrl: string }): string {
  const target = typeof url === 'string' ? URL.parse(url, baseUrl) : null;
  return target?.origin === baseUrl ? target.href : baseUrl;
}

/** Returns where a refused sign-in was to lead, as next-auth keeps it: a path of this dashboard, or its first page. */
export function keptTarget(headers: Headers, isSecure: boolean): string {
  const kept = keptAddress(headers, isSecure);
  const url = kept === undefined ? null : URL.parse(kept, 'http://dashboard.invalid');
  return safeTarget(url && url.pathname + url.search + url.hash);
}

/**
 * Returns the 400 for a request to next-auth with a `callbackUrl` that is no address, which next-auth would answer with
 * 500. A bad cookie is deleted, so that the next request succeeds.
 */
export function refuseCallbackUrl(request: Request, isSecure: boolean): Response | undefined {
  const given = new URL(request.url).searchParams.getAll('callbackUrl').at(-1);
  const cookie = callbackCookieName(isSecure);
  if (isAddress(given) && isAddress(keptAddress(request.headers, isSecure))) return undefined;
  const detail = 'callbackUrl is neither a path nor an http or https address';
  return Response.json(
    { title: 'Bad Request', status: 400, code: 'InvalidRequest', detail },
    {
      status: 400,
      headers: {
        'content-type': 'application/problem+json',
        'cache-control': 'private, no-store',
        'set-cookie': `${cookie}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
      },
    },
  );
}

/** The text of the cookie as next-auth gets it: percent-encoding that cannot be decoded stays. */
function keptAddress(headers: Headers, isSecure: boolean): string | undefined {
  const kept = readCookie(headers, callbackCookieName(isSecure));
  return kept && (percentDecoded(kept) ?? kept);
}

function isAddress(text: string | undefined): boolean {
  if (text === undefined || text === '') return true;
  const url = URL.parse(text, text.startsWith('/') ? 'http://dashboard.invalid' : undefined);
  return url !== null && /^https?:$/.test(url.protocol);
}
