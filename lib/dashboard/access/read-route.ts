import 'server-only';
import type { NextRequest } from 'next/server';
import { errorStatus, stringifyJson } from '#contract';
import type { DashboardProblem } from '../problem.ts';
import { problemOfFailure } from '../problem-of-failure.ts';
import { findOperator, forgetRefusedAccess, type SignedIn } from './operator.ts';
import { isSameOrigin } from './same-origin.ts';

/** What a read gets. Pass `signal` to the client: when the browser gives up, so does the service. */
type Read = SignedIn & {
  request: NextRequest;
  searchParams: URLSearchParams;
  params: Record<string, string>;
  signal: AbortSignal;
};

type RouteContext = { params: Promise<Record<string, string>> };

/** Makes a GET handler for what the browser reads again and again: exact JSON, or a problem with its status. */
export function readRoute(
  read: (call: Read) => Promise<unknown>,
): (request: NextRequest, context: RouteContext) => Promise<Response> {
  return async (request, context) => {
    try {
      if (!isSameOrigin(request.headers, { isOriginNeeded: false })) {
        return answer(403, { code: 'ForeignOrigin', detail: 'This was not asked by a page of the dashboard.' });
      }
      const signedIn = await findOperator(request.headers);
      const params = await context.params;
      const { searchParams } = request.nextUrl;
      return answer(200, await read({ ...signedIn, request, searchParams, params, signal: request.signal }));
    } catch (error) {
      if (request.signal.aborted) return new Response(null, { status: 499 });
      const problem = problemOfFailure(error);
      if (problem.code === 'Unauthenticated') await forgetRefusedAccess();
      return answer(statusOf(problem), problem);
    }
  };
}

function answer(status: number, body: unknown): Response {
  const type = status === 200 ? 'application/json' : 'application/problem+json';
  return new Response(stringifyJson(body), {
    status,
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'private, no-store' },
  });
}

function statusOf({ code }: DashboardProblem): number {
  if (code === 'Unreachable') return 503;
  if (code === 'BadAnswer') return 502;
  if (code === 'ForeignOrigin') return 403;
  return errorStatus[code];
}
