import type { ServerResponse } from 'node:http';
import type { NextApiRequest } from 'next';
import { passToService, type ServiceRequest, writeProblem } from '../blob/service-request.ts';
import { dashboardConfig } from '../config.ts';
import { ProblemError } from '../problem.ts';
import { problemOfFailure } from '../problem-of-failure.ts';
import { accessOf, forgetAccess } from './access-token.ts';
import { clientAddressOf } from './client-address.ts';
import { isSameOrigin } from './same-origin.ts';
import { sessionCookieName } from './session-cookie.ts';
import { decodeSession } from './session-token.ts';

/** What a request through the raw handlers becomes; throws `ProblemError` where it makes no sense. */
export type Translate = (request: NextApiRequest, query: URLSearchParams) => ServiceRequest | Promise<ServiceRequest>;

const methodsThatChange = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * A handler of the Pages API, where Node's own request and response are at hand: an App Router handler cannot tell a
 * download's length. It checks where the request comes from and who is signed in, and passes it on as them.
 */
export function rawRoute(translate: Translate) {
  return async (request: NextApiRequest, response: ServerResponse): Promise<void> => {
    try {
      const headers = headersOf(request);
      const isOriginNeeded = methodsThatChange.has(request.method ?? '');
      if (!isSameOrigin(headers, { isOriginNeeded }))
        throw new ProblemError({ code: 'ForeignOrigin', detail: 'This was not sent by a page of the dashboard.' });
      const refreshToken = await refreshTokenOf(request);
      const { token } = await accessOf(refreshToken);
      const asked = await translate(request, new URL(request.url ?? '', 'http://dashboard').searchParams);
      const address = clientAddressOf(headers);
      const { status } = await passToService(request, response, {
        ...asked,
        headers: {
          ...asked.headers,
          authorization: `Bearer ${token}`,
          'x-request-id': crypto.randomUUID(),
          'user-agent': 'taskdeck-dashboard',
          ...(address === undefined ? {} : { 'x-forwarded-for': address }),
        },
      });
      if (status === 401) forgetAccess(refreshToken); // the next request gets a fresh one, or is told to sign in
    } catch (error) {
      writeProblem(response, problemOfFailure(error));
    }
  };
}

async function refreshTokenOf(request: NextApiRequest): Promise<string> {
  const { isSecure, sessionSecret } = dashboardConfig();
  const cookie = request.cookies[sessionCookieName(isSecure)];
  const session = cookie === undefined ? undefined : await decodeSession(cookie, sessionSecret);
  if (session === undefined)
    throw new ProblemError({ code: 'Unauthenticated', detail: 'The session has ended. Sign in again.' });
  return session.refreshToken;
}

/** Headers that a request may carry on to the service, as far as it has them. */
export function carried(request: NextApiRequest, names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = request.headers[name];
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}

/** An address of the service. */
export function serviceAddress(path: string, query: Readonly<Record<string, string | null | undefined>> = {}): URL {
  const base = dashboardConfig().serviceUrl.replace(/\/$/, '');
  const url = new URL(`${base}${path}`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

function headersOf(request: NextApiRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  return headers;
}
