import type { EndedStatus } from '#contract';
import { channels, type Transaction } from '#database';

/**
 * Ends the active run of a locked task from outside its worker: the run becomes history, its unfinished steps are
 * cancelled, whoever waits for the task wakes, its worker and watchers are told, and a held concurrency key passes on.
 * Late writes of its worker are refused, as the active run is gone.
 */
export async function endRun(transaction: Transaction, task: { key: number }, status: EndedStatus): Promise<void> {
  await transaction`select end_runs(${[task.key]}::bigint[], ${status}::run_status, null)`;
  await transaction`select pg_notify(${channels.work}, '')`;
}
