import type { DashboardProblem } from '../problem/problem.ts';

type GoneWords = {
  /** For the head of the page. */
  sentence: string;
  /** For a part of the page, beside what it could not read. */
  reason: string;
};

const words = new Map<string, GoneWords>([
  ['TaskNotFound', { sentence: 'This task was deleted while you viewed it.', reason: 'The task is deleted.' }],
  [
    'RunNotFound',
    { sentence: 'The task’s retention removed this run while you viewed it.', reason: 'The run is removed.' },
  ],
]);

/** Says what became of a task or run that was there when its page came. `undefined` for a failure that passes. */
export function goneWords({ code }: Pick<DashboardProblem, 'code'>): GoneWords | undefined {
  return words.get(code);
}
