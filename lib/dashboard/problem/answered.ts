import { type DashboardProblem, problemOf } from './problem.ts';

/** What an action answers, or why no answer came: an action that is not answered throws. */
export function answered<Answer>(request: Promise<Answer>): Promise<Answer | { ok: false; problem: DashboardProblem }> {
  return request.catch((error: unknown) => ({ ok: false, problem: problemOf(error) }));
}
