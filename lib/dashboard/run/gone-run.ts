import type { DashboardProblem } from '../problem/problem.ts';

/** Says what became of a task or run that was there when its page came. `undefined` for a failure that passes. */
export function goneSentence({ code }: Pick<DashboardProblem, 'code'>): string | undefined {
  if (code === 'TaskNotFound') return 'This task was deleted while you viewed it.';
  if (code === 'RunNotFound') return 'The task’s retention removed this run while you viewed it.';
  return undefined;
}
