import type { DashboardProblem } from '../problem/problem.ts';

/** A read fails after this long without a byte. The dashboard itself tells sooner of a service that does not answer. */
export const maximumSilentSeconds = 45;

/** The problem of a read that failed so. */
export const silentRead: DashboardProblem = {
  code: 'Unreachable',
  detail: `The dashboard did not answer within ${maximumSilentSeconds} s.`,
};
