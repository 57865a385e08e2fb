import { errorStatus } from '#contract';
import type { DashboardProblem } from './problem.ts';

/** The HTTP status with which the dashboard answers a problem. */
export function problemStatus(code: DashboardProblem['code']): number {
  if (code === 'Unreachable' || code === 'NothingDone') return 503;
  if (code === 'BadAnswer') return 502;
  if (code === 'OldPage') return 404;
  if (code === 'ForeignOrigin' || code === 'ApprovalAsked') return 403;
  return errorStatus[code];
}
