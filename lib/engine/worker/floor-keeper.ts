import { type Database, KeyHorizon, readOldestWriter, type Transactions } from '#database';
import { crowdedFrom } from '../tasks/crowded-callers.ts';
import { type ClaimKind, type Floor, newFloor } from './claim-segments.ts';
import type { SettledKeys } from './keyed-floor.ts';

const intervalInMs = 500;
/** When a transaction that queues runs takes longer than this, floors rise all the same. */
const longestWaitInMs = 60_000;
/** What is committed that late is found by the look that begins below the floors. */
const betweenDeepLooksInMs = { idle: 30_000, busy: 300_000 };

type Seen = SettledKeys & Transactions;
/** The first ready runs above a floor, as columns of the query. */
type Firsts = {
  at: number;
  first_fresh: number | null;
  first_crowded: number | null;
  first_returned: number | null;
};
type First = { at: number; fresh: number | null; crowded: number | null; returned: number | null };

/**
 * Raises the floors of a worker's kinds of work, so that claims do not read past the runs that were taken before.
 *
 * A floor rises to the first run that is ready, but only over keys that no transaction can still commit: keys that had
 * been given out before transactions began of which all earlier ones have ended. While an earlier one is open, those that
 * have locked active runs for writing count alone: a report or an import holds no key, however long it takes.
 */
export class FloorKeeper {
  readonly #database: Database;
  readonly #kinds: readonly ClaimKind[];
  readonly #onTrouble: (error: Error) => void;
  readonly #horizon = new KeyHorizon<SettledKeys>(longestWaitInMs);
  #looking: Promise<void> | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #deepAt = performance.now();

  constructor(database: Database, kinds: readonly ClaimKind[], onTrouble: (error: Error) => void) {
    this.#database = database;
    this.#kinds = kinds;
    this.#onTrouble = onTrouble;
  }

  /** Looks in the background when it is time. */
  keep(isIdle: boolean): void {
    const now = performance.now();
    if (this.#looking !== undefined || now - this.#lookedAt < intervalInMs) return;
    const isDeep = now - this.#deepAt > betweenDeepLooksInMs[isIdle ? 'idle' : 'busy'];
    this.#looking = this.look(isDeep)
      .catch((error: unknown) => this.#onTrouble(error instanceof Error ? error : new Error(String(error))))
      .finally(() => {
        this.#looking = undefined;
        this.#lookedAt = performance.now();
        if (isDeep) this.#deepAt = performance.now();
      });
  }

  get settled(): SettledKeys | undefined {
    return this.#horizon.settled;
  }

  /**
   * Lowers all floors to the bottom. A crash of the server can lose what committed last: claims, whose runs are ready below the
   * floors again, and keys, which are given out again.
   */
  lower(): void {
    this.#horizon.forget();
    for (const { floors } of this.#kinds) for (const floor of floors) Object.assign(floor, newFloor(floor.priority));
  }

  /** Looks once. A deep look reads from the beginning and lowers the floors that have a ready run below them. */
  async look(isDeep: boolean): Promise<void> {
    const floors = this.#kinds.flatMap((kind) => kind.floors.map((floor) => ({ kind, floor })));
    // Read before the runs: what a writer queued before it ended is among them.
    const oldestWriter = this.#horizon.isHeldUp ? await readOldestWriter(this.#database, 'active_run') : 0;
    const { seen, firsts } = await readFirsts(this.#database, floors, isDeep);
    const settled = this.#horizon.note(seen, seen, oldestWriter);
    for (const { at, fresh, crowded, returned } of firsts) {
      const floor = floors[at - 1]?.floor;
      if (floor === undefined) continue;
      floor.fresh = raised(floor.fresh, settled?.fresh, fresh);
      floor.crowded = raised(floor.crowded, settled && settled.fresh + crowdedFrom, crowded);
      floor.returned = raised(floor.returned, settled?.returned, returned);
    }
  }

  /** Resolves when no look is under way. */
  async rest(): Promise<void> {
    await this.#looking;
  }
}

/** The floor below the first ready run, as far as keys are settled. */
function raised(floor: number, settled: number | undefined, first: number | null): number {
  return Math.min(Math.max(floor, settled ?? floor), first === null ? Number.POSITIVE_INFINITY : first - 1);
}

async function readFirsts(
  database: Database,
  floors: readonly { kind: ClaimKind; floor: Floor }[],
  isDeep: boolean,
): Promise<{ seen: Seen; firsts: First[] }> {
  const from = floors.map(({ floor }) => (isDeep ? newFloor(floor.priority) : floor));
  const rows = await database<(Seen & Firsts)[]>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest,
      pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next,
      coalesce(pg_sequence_last_value('task_key_seq'), 0) as fresh,
      coalesce(pg_sequence_last_value('returned_run'), ${Number.MIN_SAFE_INTEGER}::bigint) as returned,
      k.at, (
        select ready_key from active_run
        where status = 'queued' and (concurrency_key is null or started_on is not null)
          and queue = k.queue and type = k.type and priority = k.priority
          and ready_key > k.fresh and ready_key < ${crowdedFrom}
        order by ready_key limit 1
      ) as first_fresh, (
        select ready_key from active_run
        where status = 'queued' and (concurrency_key is null or started_on is not null)
          and queue = k.queue and type = k.type and priority = k.priority and ready_key > k.crowded
        order by ready_key limit 1
      ) as first_crowded, (
        select ready_key from active_run
        where status = 'queued' and (concurrency_key is null or started_on is not null)
          and queue = k.queue and type = k.type and priority = k.priority and ready_key > k.returned and ready_key < 0
        order by ready_key limit 1
      ) as first_returned
    from unnest(${floors.map(({ kind }) => kind.queue)}::text[], ${floors.map(({ kind }) => kind.type)}::text[],
      ${from.map(({ priority }) => priority)}::smallint[], ${from.map(({ fresh }) => fresh)}::bigint[],
      ${from.map(({ crowded }) => crowded)}::bigint[], ${from.map(({ returned }) => returned)}::bigint[])
      with ordinality k (queue, type, priority, fresh, crowded, returned, at)`;
  const [seen] = rows;
  if (seen === undefined) return { seen: { fresh: 0, returned: 0, oldest: 0, next: 0 }, firsts: [] };
  return {
    seen,
    firsts: rows.map(({ at, first_fresh, first_crowded, first_returned }) => ({
      at,
      fresh: first_fresh,
      crowded: first_crowded,
      returned: first_returned,
    })),
  };
}
