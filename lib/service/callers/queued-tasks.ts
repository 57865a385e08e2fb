import type { Database } from '#database';

type Known = { counted: number; created: number; countedAt: number; counting: boolean };

/** How soon a count that is at the limit is taken again. */
const recountAfterInMs = 1_000;

/**
 * Bounds the runs that are queued or scheduled for one owner. The database is asked in the background, and
 * only when a tenth of the limit was created since, so the bound is exceeded by what several processes create meanwhile.
 */
export class QueuedTasks {
  readonly #database: Database;
  readonly #known = new Map<string, Known>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Notes a creation, and returns the number of queued tasks when it is at the limit. */
  add(owner: string, limit: number, now = performance.now()): number | undefined {
    const known = this.#known.get(owner) ?? this.#new(owner);
    const count = known.counted + known.created;
    const isOver = count >= limit;
    const isDue = known.countedAt < 0 || known.created >= Math.max(1, limit / 10);
    if (isOver ? now - known.countedAt >= recountAfterInMs : isDue) this.#count(owner, { known, limit, now });
    if (isOver) return count;
    known.created += 1;
    return undefined;
  }

  #new(owner: string): Known {
    if (this.#known.size >= 10_000) this.#known.clear();
    const known = { counted: 0, created: 0, countedAt: Number.NEGATIVE_INFINITY, counting: false };
    this.#known.set(owner, known);
    return known;
  }

  #count(owner: string, { known, limit, now }: { known: Known; limit: number; now: number }): void {
    if (known.counting) return;
    known.counting = true;
    const before = known.created;
    countQueued(this.#database, owner, limit)
      .then(
        (counted) => {
          known.counted = counted;
          known.created -= before;
          known.countedAt = now;
        },
        () => {}, // the database is away: the next creation counts
      )
      .finally(() => {
        known.counting = false;
      });
  }
}

/** Counts the runs of an owner that are queued or scheduled, up to a limit. */
export async function countQueued(database: Database, owner: string, limit: number): Promise<number> {
  const [row] = await database<{ count: number }[]>`
    select count(*)::int as count from (
      select from active_run where owner = ${owner} and status in ('queued', 'scheduled') limit ${limit}
    ) some_runs`;
  return row?.count ?? 0;
}
