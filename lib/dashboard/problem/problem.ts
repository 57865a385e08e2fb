import type { ErrorCode, ProblemDetail, StateFailure } from '#contract';
import { isOutcomeUnknown } from '../../../components/ui/outcome-title.ts'; // by its path, as below
import { whyUnanswered } from '../../../components/ui/unreachable.ts'; // by its path: the server of the dashboard loads this file without Next.js

/**
 * A failure as the dashboard shows it. Its own words: `Unreachable` for a service that did not answer,
 * `OldPage` for an act of a page that is older than the dashboard, `ApprovalAsked` for one that now waits for another person,
 * and `NothingDone` for one that the service never got.
 */
export type DashboardProblem = {
  code: ErrorCode | 'Unreachable' | 'BadAnswer' | 'ForeignOrigin' | 'OldPage' | 'ApprovalAsked' | 'NothingDone';
  detail: string;
  requestId?: string;
  errors?: readonly ProblemDetail[];
  /** Which operations on state entries were refused, and why. */
  failures?: readonly StateFailure[];
  /** Seconds until another try makes sense, where the service said so. */
  retryAfterInSeconds?: number;
};

/** A failed read in the browser, or a failed action turned into an exception. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: DashboardProblem;

  constructor(problem: DashboardProblem, options?: ErrorOptions) {
    super(problem.detail, options);
    this.problem = problem;
  }
}

export function isProblemError(error: unknown): error is ProblemError {
  return error instanceof Error && error.name === 'ProblemError' && 'problem' in error;
}

/** The problem of an act that failed before it was sent: without an answer it is known that nothing was done. */
export function problemBeforeSending(error: unknown): DashboardProblem {
  const problem = problemOf(error);
  return isOutcomeUnknown(problem) ? { ...problem, code: 'NothingDone' } : problem;
}

/** Any failure in words for the screen. */
export function problemOf(error: unknown): DashboardProblem {
  if (isProblemError(error)) return error.problem;
  return whyUnanswered(error);
}
