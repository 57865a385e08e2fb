import { channels, type Database } from '#database';

/**
 * Handles failed claims that may have been committed, for example when a connection is lost before the answer arrives.
 * Without it, the worker would hold their runs without executing them for as long as it lives.
 */
export class LostClaims {
  readonly #options: { leaseInMs: number; giveBack(): Promise<unknown> };
  /** `performance.now()` of the last failed claim. */
  #lostAt: number | undefined;

  /** `giveBack` queues the runs that the database assigns to this worker and that it does not know. */
  constructor(options: { leaseInMs: number; giveBack(): Promise<unknown> }) {
    this.#options = options;
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

  /** The server may still execute a claim whose connection was lost, so this is repeated until a lease is over. */
  async giveBack(): Promise<void> {
    const lostAt = this.#lostAt;
    if (lostAt === undefined) return;
    const isLast = performance.now() - lostAt > this.#options.leaseInMs;
    await this.#options.giveBack();
    if (isLast && this.#lostAt === lostAt) this.#lostAt = undefined;
  }
}

/**
 * Queues the runs of claims whose answer was lost: those that the database assigns to this worker and that it does not
 * know. Resolves with their number.
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
