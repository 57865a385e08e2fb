import { TaskdeckError } from '#contract';

const firstStep = 250;
/** The maximum time of a page. It then has what was found so far. */
const timeBudgetMs = 1_000;
/** The maximum time of a step, and of one that looks at one entry: its value must not end every search that comes to it. */
const stepMs = 1_000;
const entryMs = 10_000;

/** The entries that a step looks at: how many there were, the last one, and those that match. */
export type Step<Position> = { count: number; last: Position | undefined; found: Position[] };

type FoundByValue<Position> = {
  found: Position[];
  /** How many entries were looked at. */
  searched: number;
  /** Where the search goes on. `undefined` at the end of the list. */
  next: Position | undefined;
};

/**
 * Returns the first `want` entries whose values match, in steps of up to `largestStep`. `look` looks at the next `limit`
 * entries after a position, and resolves with `undefined` when that takes PostgreSQL longer than `limitMs`.
 */
export async function findByValue<Position>(
  start: Position | undefined,
  want: number,
  look: (after: Position | undefined, limit: number, limitMs: number) => Promise<Step<Position> | undefined>,
  { largestStep = 5_000, now = () => performance.now() }: { largestStep?: number; now?: () => number } = {},
): Promise<FoundByValue<Position>> {
  let deadline = now() + timeBudgetMs;
  const found: Position[] = [];
  let after = start;
  let searched = 0;
  let limit = firstStep;
  for (;;) {
    const step = await look(after, limit, limit === 1 ? entryMs : stepMs);
    if (step === undefined) {
      if (searched === 0)
        deadline = now() + timeBudgetMs; // the page has its time for entries that it can look at
      else if (now() >= deadline) return { found, searched, next: after };
      if (limit === 1) throw new TaskdeckError('InvalidRequest', 'this value is too large for this filter');
      limit = Math.max(1, Math.floor(limit / 20));
      continue;
    }
    found.push(...step.found);
    searched += step.count;
    if (found.length > want) return { found: found.slice(0, want), searched, next: found[want - 1] };
    after = step.last ?? after;
    if (step.count < limit) return { found, searched, next: undefined };
    if (now() >= deadline) return { found, searched, next: after }; // after a step that went on, however long it took
    limit = Math.min(largestStep, limit * 2);
  }
}
