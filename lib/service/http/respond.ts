import { type Problem, stringifyJson } from '#contract';
import type { Failure } from './problem.ts';
import { toProblem } from './problem.ts';

/** Headers of every answer: nothing here is a page, and nothing may be cached. */
const standingHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const;

type AnswerHeaders = Record<string, string>;

/** The headers of an answer with a body of this media type. */
export function headersFor(requestId: string, mediaType: string | undefined): AnswerHeaders {
  return {
    ...(mediaType === undefined ? {} : { 'content-type': mediaType }),
    'x-request-id': requestId,
    ...standingHeaders,
  };
}

/** Returns the answer to a failure: `application/problem+json`. */
export function respondProblem(failed: Failure, requestId: string): Response {
  const { status, headers, body } = problemAnswer(failed, requestId);
  return new Response(body, { status, headers });
}

export function problemAnswer(failed: Failure, requestId: string) {
  const problem: Problem = toProblem(failed, requestId);
  const headers = { ...headersFor(requestId, 'application/problem+json'), ...failed.headers };
  return { status: failed.status, headers, body: stringifyJson(problem) };
}
