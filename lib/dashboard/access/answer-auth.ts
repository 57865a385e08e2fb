import { problemOfFailure } from '../problem/problem-of-failure.ts';
import { problemStatus } from '../problem/problem-status.ts';

/**
 * Answers what next-auth answers, unless a sign-out failed at the service: next-auth only logs that and removes the cookie,
 * and the session would go on without it. Then the cookie stays, and the answer is a problem.
 */
export async function answerAuth(
  answer: (noteFailedSignOut: (error: unknown) => void) => Promise<Response>,
): Promise<Response> {
  let failed: { error: unknown } | undefined;
  const answered = await answer((error) => {
    failed = { error };
  });
  if (failed === undefined) return answered;
  const problem = problemOfFailure(failed.error);
  const headers = { 'content-type': 'application/problem+json', 'cache-control': 'private, no-store' };
  return Response.json(problem, { status: problemStatus(problem.code), headers });
}
