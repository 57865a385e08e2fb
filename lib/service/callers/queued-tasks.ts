import type { Database } from '#database';

type Known = {
  /** What the last count found. */
  counted: number;
  countedAt: number;
  /** Whether no task was being created while it was counted, so that none can be in both `counted` and `created`. */
  isExact: boolean;
  /** Tasks that were created since the last count began. */
  created: number;
  /** Tasks that are being created. */
  beginning: number;
  /** Creations that ever began here. */
  begun: number;
  counting: Promise<void> | undefined;
};

/** How soon an exact count that is at the limit is taken again. */
const recountAfterInMs = 1_000;

/**
 * Bounds the runs that are queued or scheduled for one owner. The database is asked in the background, when a tenth of the
 * limit was created since. Only at the limit does a creation wait for a count. So the bound is exceeded by no more than
 * other processes create meanwhile.
 */
export class QueuedTasks {
  readonly #database: Database;
  readonly #known = new Map<string, Known>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Creates a task within the limit. Throws what `refuse` returns for the number of queued tasks when it is reached. */
  async create<T extends { isReplay: boolean }>(
    owner: string,
    limit: number,
    actions: { create: () => Promise<T>; refuse: (queued: number) => Error },
  ): Promise<T> {
    const known = this.#known.get(owner) ?? this.#new(owner);
    // the first may have begun before the last creation
    for (let count = 0; count < 2 && mostOf(known) >= limit && !isFresh(known); count += 1)
      await this.#count(owner, known, limit);
    const queued = mostOf(known);
    if (queued >= limit) throw actions.refuse(queued);
    if (isDue(known, limit)) void this.#count(owner, known, limit);
    known.beginning += 1;
    known.begun += 1;
    try {
      const created = await actions.create();
      if (!created.isReplay) known.created += 1;
      return created;
    } finally {
      known.beginning -= 1;
    }
  }

  #new(owner: string): Known {
    if (this.#known.size >= 10_000) this.#known.clear();
    const known: Known = {
      counted: 0,
      countedAt: Number.NEGATIVE_INFINITY,
      isExact: false,
      created: 0,
      beginning: 0,
      begun: 0,
      counting: undefined,
    };
    this.#known.set(owner, known);
    return known;
  }

  #count(owner: string, known: Known, limit: number): Promise<void> {
    known.counting ??= this.#countOnce(owner, known, limit).finally(() => {
      known.counting = undefined;
    });
    return known.counting;
  }

  async #countOnce(owner: string, known: Known, limit: number): Promise<void> {
    const { created, begun, beginning } = known;
    const countedAt = performance.now();
    const counted = await countQueued(this.#database, owner, limit).catch(() => undefined);
    if (counted === undefined) return; // the database is away: a later creation counts
    const isExact = beginning === 0 && known.begun === begun;
    Object.assign(known, { counted, countedAt, isExact, created: known.created - created });
  }
}

/** The most tasks that can be queued now. One that was created during a count may be in it twice. */
function mostOf({ counted, created, beginning }: Known): number {
  return counted + created + beginning;
}

function isDue({ countedAt, created }: Known, limit: number): boolean {
  return countedAt < 0 || created >= Math.max(1, limit / 10);
}

function isFresh({ isExact, countedAt }: Known): boolean {
  return isExact && performance.now() - countedAt < recountAfterInMs;
}

/** Counts the runs of an owner that are queued or scheduled, up to a limit. */
export async function countQueued(database: Database, owner: string, limit: number): Promise<number> {
  const [row] = await database<{ count: number }[]>`
    select count(*)::int as count from (
      select from active_run where owner = ${owner} and status in ('queued', 'scheduled') limit ${limit}
    ) some_runs`;
  return row?.count ?? 0;
}
