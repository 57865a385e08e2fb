import { channels, type Database } from '#database';
import { PacedLook } from '../timers/paced-look.ts';

type Options = {
  database: Database;
  workerKey(): number;
  /** Returns the tasks whose runs this worker holds or keeps in memory. */
  knownTasks(): readonly number[];
  onTrouble(error: Error): void;
};

type AssignedRun = { task_key: number; fence: number };

const intervalInMs = 30_000;

/**
 * A safety net: queues the runs that the database assigns to this worker and with which it does not go on. A run that was claimed
 * is unknown for a moment, so only one that two looks in a row found is queued.
 */
export class UnknownRuns {
  readonly #options: Options;
  readonly #pace: PacedLook;
  #found = new Set<string>();
  #isLooking = false;

  constructor(options: Options, shortestInMs = intervalInMs) {
    this.#options = options;
    this.#pace = new PacedLook(shortestInMs, 50);
  }

  /** Looks when it is time to. */
  async look(): Promise<void> {
    if (this.#isLooking || !this.#pace.isDue) return;
    this.#isLooking = true;
    const { database, workerKey, knownTasks, onTrouble } = this.#options;
    try {
      const key = workerKey();
      const unknown = await this.#pace.run(() => findUnknownRuns(database, key, knownTasks));
      await queueRuns(
        database,
        key,
        unknown.filter((run) => this.#found.has(nameOf(run))),
      );
      this.#found = new Set(unknown.map(nameOf));
    } catch (error) {
      onTrouble(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.#isLooking = false;
    }
  }
}

/**
 * Queues at once the runs that the database assigns to this worker and that are not in its memory. To be called while no claim
 * is under way. Resolves with their number.
 */
export async function freeUnknownRuns(
  database: Database,
  workerKey: number,
  knownTasks: () => readonly number[],
): Promise<number> {
  return queueRuns(database, workerKey, await findUnknownRuns(database, workerKey, knownTasks));
}

/** Returns the runs that are in memory neither before nor after this is read: the others may have been taken up meanwhile. */
async function findUnknownRuns(
  database: Database,
  workerKey: number,
  knownTasks: () => readonly number[],
): Promise<AssignedRun[]> {
  const assigned = await database<AssignedRun[]>`
    select task_key, fence from active_run
    where status = 'running' and worker_key = ${workerKey} and task_key <> all(${[...knownTasks()]}::bigint[])`;
  const known = new Set(knownTasks());
  return assigned.filter((run) => !known.has(run.task_key));
}

/** Nobody writes under these fences any more, except who was claimed since: that has another one. */
async function queueRuns(database: Database, workerKey: number, runs: readonly AssignedRun[]): Promise<number> {
  if (runs.length === 0) return 0;
  const rows = await database`
    with freed as (
      update active_run a set status = 'queued', worker_key = null, queued_on = now()
      from unnest(${runs.map((run) => run.task_key)}::bigint[], ${runs.map((run) => run.fence)}::bigint[])
        r (task_key, fence)
      where a.task_key = any (array[r.task_key]) and a.fence = r.fence and a.status = 'running' and a.worker_key = ${workerKey}
      returning a.task_key
    )
    select case when row_number() over () = 1 then pg_notify(${channels.work}, '') end from freed`;
  return rows.length;
}

function nameOf({ task_key, fence }: AssignedRun): string {
  return `${task_key}/${fence}`;
}
