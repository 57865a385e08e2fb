import { TaskdeckError, type TaskHistoryResponse } from '#contract';
import type { Database, Transaction } from '#database';
import { explainWaits } from '../reasons/explain-waits.ts';
import { readTaskById } from '../rows/task-row.ts';
import { taskNotFound } from '../tasks/task-not-found.ts';
import { type RunRow, runRecord, selectRunDetails, selectRuns } from './run-row.ts';

/** Returns one run by its count, exact to 64 bits. Throws `TaskNotFound`, `RunNotFound`. */
export async function getRun(database: Database, id: string, runCount: bigint): Promise<TaskHistoryResponse> {
  const task = await readTaskById(database, id, {});
  if (task === undefined) throw taskNotFound(id);
  const [row] = await database<RunRow[]>`
    with runs as (
      select * from (${selectRuns(database, task.key)}) every_run where run_count = ${String(runCount)}::text::bigint
    )
    ${selectRunDetails(database, task.key)}`;
  if (row === undefined) throw runNotFound(id, runCount);
  const reasons = row.ended_on === null ? await explainWaits(database, [task]) : undefined;
  return runRecord(task.id, row, reasons?.get(task.key));
}

export function runNotFound(id: string, runCount: bigint): TaskdeckError {
  return new TaskdeckError('RunNotFound', `task "${id}" has no run ${runCount}`);
}

/** Returns the keys of a run: its task's key, and its count as a safe number. Throws `TaskNotFound`, `RunNotFound`. */
export async function findRun(
  database: Database | Transaction,
  id: string,
  runCount: bigint,
): Promise<{ taskKey: number; runCount: number; attempt: number }> {
  const [row] = await database<{ key: number; attempt: number | null }[]>`
    select t.key, coalesce(
      (select attempt from active_run a where a.task_key = t.key and a.run_count = ${String(runCount)}::text::bigint),
      (select attempt from run r where r.task_key = t.key and r.run_count = ${String(runCount)}::text::bigint)
    ) as attempt
    from task t where t.id = ${id}`;
  if (row === undefined) throw taskNotFound(id);
  if (row.attempt === null) throw runNotFound(id, runCount);
  return { taskKey: row.key, runCount: Number(runCount), attempt: row.attempt };
}
