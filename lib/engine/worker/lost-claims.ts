import { channels, type Database } from '#database';

/**
 * Claims that failed and may have been committed all the same, as when a connection is lost before the answer comes.
 * The worker would hold their runs without executing them for as long as it lives.
 */
export class LostClaims {
  readonly #options: { leaseInMs: number; giveBack(): Promise<unknown> };
  /** `performance.now()` of the last one. */
  #lostAt: number | undefined;

  /** `giveBack` queues the runs that the worker holds without knowing them. */
  constructor(options: { leaseInMs: number; giveBack(): Promise<unknown> }) {
    this.#options = options;
  }

  /** Does one claim, after what an earlier one took is given back. */
  async watch<T>(claim: () => Promise<T>): Promise<T> {
    await this.giveBack();
    try {
      return await claim();
    } catch (error) {
      this.#lostAt = performance.now();
      throw error;
    }
  }

  /** The server may still be at work on a claim whose connection was lost, so this is done again until a lease is over. */
  async giveBack(): Promise<void> {
    const lostAt = this.#lostAt;
    if (lostAt === undefined) return;
    const isLast = performance.now() - lostAt > this.#options.leaseInMs;
    await this.#options.giveBack();
    if (isLast && this.#lostAt === lostAt) this.#lostAt = undefined;
  }
}

/**
 * Queues the runs that a worker took by a claim whose answer was lost: those that it holds without knowing them.
 * Resolves with how many.
 */
export async function freeUnknownRuns(
  database: Database,
  workerKey: number,
  known: readonly number[],
): Promise<number> {
  const rows = await database`
    with freed as (
      update active_run set status = 'queued', worker_key = null, queued_on = now()
      where status = 'running' and worker_key = ${workerKey} and task_key <> all(${[...known]}::bigint[])
      returning task_key
    )
    select case when row_number() over () = 1 then pg_notify(${channels.work}, '') end from freed`;
  return rows.length;
}
