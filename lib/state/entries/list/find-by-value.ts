import { TaskdeckError } from '#contract';

const firstStep = 250;
/** The maximum time of a page. It then has what was found so far. */
const timeBudgetMs = 1_000;
/** The entries that a step looked at: how many, the last one, those that match, and whether the list ends with them. */
export type Step<Position> = { count: number; last: Position | undefined; found: Position[]; isEnd: boolean };

type FoundByValue<Position> = {
  found: Position[];
  /** How many entries were looked at. */
  searched: number;
  /** Where the search goes on. `undefined` at the end of the list. */
  next: Position | undefined;
};

/**
 * Returns the first `want` entries whose values match, in steps of up to `largestStep`. `look` looks at the next `limit`
 * entries after a position, or at as many as there is time for in `budgetMs` and at least one, and resolves with `undefined`
 * when one takes too long.
 */
export async function findByValue<Position>(
  start: Position | undefined,
  want: number,
  look: (after: Position | undefined, limit: number, budgetMs: number) => Promise<Step<Position> | undefined>,
  { largestStep = 5_000, now = () => performance.now() }: { largestStep?: number; now?: () => number } = {},
): Promise<FoundByValue<Position>> {
  const deadline = now() + timeBudgetMs;
  const found: Position[] = [];
  let after = start;
  let searched = 0;
  let limit = firstStep;
  for (;;) {
    const step = await look(after, limit, Math.max(0, Math.round(deadline - now())));
    if (step === undefined) {
      if (searched > 0) return { found, searched, next: after };
      if (limit === 1) throw new TaskdeckError('InvalidRequest', 'this value is too large for this filter');
      limit = 1; // those before it are looked at
      continue;
    }
    found.push(...step.found);
    searched += step.count;
    if (found.length > want) return { found: found.slice(0, want), searched, next: found[want - 1] };
    if (step.isEnd) return { found, searched, next: undefined };
    after = step.last ?? after;
    if (now() >= deadline || step.count < limit) return { found, searched, next: after };
    limit = Math.min(largestStep, limit * 2);
  }
}
