import { errorStatus } from '#contract';
import { type DashboardProblem, isProblemError } from './problem.ts';

/** The HTTP status with which the dashboard answers a problem. */
export function problemStatus(code: DashboardProblem['code']): number {
  if (code === 'Unreachable' || code === 'NothingDone') return 503;
  if (code === 'BadAnswer') return 502;
  if (code === 'OldPage') return 404;
  if (code === 'ForeignOrigin' || code === 'ApprovalAsked') return 403;
  return errorStatus[code];
}

/** The HTTP status with which the service refused a read; `undefined` for a failure that is no refusal of the service. */
export function refusalStatus(failure: unknown): number | undefined {
  if (!isProblemError(failure)) return undefined;
  return new Map<string, number>(Object.entries(errorStatus)).get(failure.problem.code);
}
