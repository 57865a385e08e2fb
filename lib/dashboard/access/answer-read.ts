import { stringifyJson } from '#contract';
import { presentHeader, presentTime } from '@/components/ui/present.ts';
import { problemOfFailure } from '../problem/problem-of-failure.ts';
import { problemStatus } from '../problem/problem-status.ts';
import type { Gate, SignedIn } from './gate.ts';
import { isOfOldAccess } from './refused-right.ts';

/** What a read gets. Pass `signal` to the client: when the browser gives up, so does the service. */
export type ReadCall = SignedIn & {
  searchParams: URLSearchParams;
  params: Record<string, string>;
  signal: AbortSignal;
};

/** A GET request of the browser, and what its path names. */
export type ReadRequest = { request: Request; params: Record<string, string> };

/** Answers what the browser reads again and again: exact JSON, or a problem with its status. Neither is cached. */
export async function answerRead(
  gate: Gate,
  { request, params }: ReadRequest,
  read: (call: ReadCall) => Promise<unknown>,
): Promise<Response> {
  try {
    const signedIn = await gate.admit(request.headers, { isChange: false });
    const { searchParams } = new URL(request.url);
    return answer(200, await read({ ...signedIn, searchParams, params, signal: request.signal }));
  } catch (error) {
    if (request.signal.aborted) return new Response(null, { status: 499 });
    const problem = problemOfFailure(error);
    if (isOfOldAccess(problem)) await gate.forgetAccess(request.headers);
    return answer(problemStatus(problem.code), problem);
  }
}

function answer(status: number, body: unknown): Response {
  const type = status === 200 ? 'application/json' : 'application/problem+json';
  return new Response(stringifyJson(body), {
    status,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'private, no-store',
      [presentHeader]: String(presentTime()),
    },
  });
}
