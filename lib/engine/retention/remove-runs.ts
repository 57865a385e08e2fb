import type { Database, Transaction } from '#database';

export type RunKey = { task_key: number; run_count: number };

const batchRows = 5_000;

/**
 * Removes past runs of locked tasks with their logs, steps, accesses to state and consumed events, at most 5,000 rows of a
 * table at a time. Resolves with whether rows remain for another call. The last steps of a run go first: what a fork keeps
 * of a run that is not removed yet is complete.
 */
export async function removeRuns(transaction: Database | Transaction, runs: readonly RunKey[]): Promise<boolean> {
  if (runs.length === 0) return false;
  const keys = runs.map((run) => run.task_key);
  const counts = runs.map((run) => run.run_count);
  const logs = await transaction`
    delete from log_entry where ctid = any(array(
      select l.ctid from unnest(${keys}::bigint[], ${counts}::bigint[]) as gone (key, count)
      join log_entry l on l.task_key = gone.key and l.run_count = gone.count limit ${batchRows}))`;
  if (logs.count === batchRows) return true;
  const accesses = await transaction`
    delete from state_access where ctid = any(array(
      select a.ctid from unnest(${keys}::bigint[], ${counts}::bigint[]) as gone (key, count)
      join state_access a on a.task_key = gone.key and a.run_count = gone.count limit ${batchRows}))`;
  if (accesses.count === batchRows) return true;
  const steps = await transaction`
    delete from step where ctid = any(array(
      select s.ctid from unnest(${keys}::bigint[], ${counts}::bigint[]) as gone (key, count)
      cross join lateral (
        select ctid from step where task_key = gone.key and run_count = gone.count
        order by sequence desc limit ${batchRows}
      ) s limit ${batchRows}))`;
  if (steps.count === batchRows) return true;
  await transaction`
    with gone as (
      select * from unnest(${keys}::bigint[], ${counts}::bigint[]) as gone (key, count)
    ), no_events as (
      delete from external_event e using gone where e.task_key = gone.key and e.consumed_run_count = gone.count
    )
    delete from run r using gone where r.task_key = gone.key and r.run_count = gone.count and not r.is_current`;
  return false;
}
