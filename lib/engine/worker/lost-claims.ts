import { channels, type Database } from '#database';
import { PacedLook } from '../timers/paced-look.ts';

type LostClaimsOptions = {
  leaseInMs: number;
  /** The shortest interval between two looks that have no reason. */
  intervalInMs?: number;
  /** Queues the runs that the database assigns to this worker and that it does not know. */
  giveBack(): Promise<unknown>;
};

/**
 * Handles failed claims that may have been committed, for example when a connection is lost before the answer arrives.
 * Without it, the worker would hold their runs without executing them for as long as it lives. As a safety net it also looks
 * for such runs at intervals, whatever they come from.
 */
export class LostClaims {
  readonly #options: LostClaimsOptions;
  readonly #look: PacedLook;
  /** `performance.now()` of the last failed claim. */
  #lostAt: number | undefined;

  constructor(options: LostClaimsOptions) {
    this.#options = options;
    this.#look = new PacedLook(options.intervalInMs ?? 30_000, 50);
  }

  /** Claims once, after giving back what an earlier claim took. */
  async watch<T>(claim: () => Promise<T>): Promise<T> {
    await this.giveBack();
    try {
      return await claim();
    } catch (error) {
      this.#lostAt = performance.now();
      throw error;
    }
  }

  /**
   * Gives back what is not known here. To be called while no claim is under way. The server may still execute a claim whose connection
   * was lost, so this is repeated until a lease is over.
   */
  async giveBack(): Promise<void> {
    const lostAt = this.#lostAt;
    if (lostAt === undefined && !this.#look.isDue) return;
    const isLast = lostAt !== undefined && performance.now() - lostAt > this.#options.leaseInMs;
    await this.#look.run(() => this.#options.giveBack());
    if (isLast && this.#lostAt === lostAt) this.#lostAt = undefined;
  }
}

/**
 * Queues the runs that the database assigns to this worker and that are in its memory neither before nor after this is
 * read: nobody goes on with them. Resolves with their number.
 */
export async function freeUnknownRuns(
  database: Database,
  workerKey: number,
  knownTasks: () => readonly number[],
): Promise<number> {
  const assigned = await database<{ task_key: number; fence: number }[]>`
    select task_key, fence from active_run
    where status = 'running' and worker_key = ${workerKey} and task_key <> all(${[...knownTasks()]}::bigint[])`;
  const known = new Set(knownTasks());
  const unknown = assigned.filter((run) => !known.has(run.task_key));
  if (unknown.length === 0) return 0;
  const rows = await database`
    with freed as (
      update active_run a set status = 'queued', worker_key = null, queued_on = now()
      from unnest(${unknown.map((run) => run.task_key)}::bigint[], ${unknown.map((run) => run.fence)}::bigint[])
        r (task_key, fence)
      where a.task_key = any (array[r.task_key]) and a.fence = r.fence and a.status = 'running' and a.worker_key = ${workerKey}
      returning a.task_key
    )
    select case when row_number() over () = 1 then pg_notify(${channels.work}, '') end from freed`;
  return rows.length;
}
