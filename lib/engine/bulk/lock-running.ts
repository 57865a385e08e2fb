import type { Transaction } from '#database';
import { type OperationRow, selectOperations } from './operation-row.ts';

/**
 * Locks a bulk operation that this run works off. While it is locked, the run is neither paused nor cancelled. Resolves
 * with `undefined` when the run no longer works it off.
 */
export async function lockRunning(
  transaction: Transaction,
  id: string,
  runCount: number,
): Promise<OperationRow | undefined> {
  await transaction`select from bulk_operation where id = ${id} for update`;
  const [held] = await transaction`
    select from active_run a join task t on t.key = a.task_key
    where t.id = ${id} and a.run_count = ${runCount} and a.status = 'running' for share of a`;
  if (held === undefined) return undefined;
  // Read in a separate statement, which sees what was committed while this one waited for the locks.
  const [row] = await transaction<OperationRow[]>`${selectOperations(transaction)} where o.id = ${id}`;
  return row;
}
