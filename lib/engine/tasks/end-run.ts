import type { EndedStatus } from '#contract';
import { channels, type Transaction } from '#database';

/**
 * Ends the active run of a locked task from outside its worker: moves the run to the history, cancels its unfinished
 * steps, wakes waiters, notifies its worker and watchers, and passes on a held concurrency key. Late writes of its
 * worker are refused, because the active run is gone.
 */
export async function endRun(transaction: Transaction, task: { key: number }, status: EndedStatus): Promise<void> {
  await transaction`select end_runs(${[task.key]}::bigint[], ${status}::run_status, null)`;
  await transaction`select pg_notify(${channels.work}, '')`;
}
