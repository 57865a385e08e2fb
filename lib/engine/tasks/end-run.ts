import type { EndedStatus } from '#contract';
import { channels, type Transaction } from '#database';

/**
 * Ends the active run of a locked task from outside its worker: moves the run to the history, cancels its unfinished
 * steps, wakes waiters, notifies its worker and watchers, and passes on a held concurrency key. Late writes of its
 * worker are refused, because the active run is gone.
 */
export async function endRuns(
  transaction: Transaction,
  tasks: readonly { key: number }[],
  status: EndedStatus,
): Promise<void> {
  await transaction`select end_runs(${tasks.map(({ key }) => key)}::bigint[], ${status}::run_status, null)`;
  await transaction`select pg_notify(${channels.work}, '')`;
}
