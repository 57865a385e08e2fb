import type { Database, Transaction } from '#database';

export type RunKey = { task_key: number; run_count: number };

/** The maximum number of runs that one transaction removes rows of, and of rows that it removes from a table. */
const batchRuns = 200;
const batchRows = 5_000;

/** Removes past runs of locked tasks, each as a whole: nobody finds it any more. `purgeRemoved` deletes what remains of it. */
export async function removeRuns(transaction: Transaction, runs: readonly RunKey[]): Promise<void> {
  if (runs.length === 0) return;
  await transaction`
    with removed as (
      delete from run r using unnest(${runs.map((run) => run.task_key)}::bigint[],
        ${runs.map((run) => run.run_count)}::bigint[]) as gone (key, count)
      where r.task_key = gone.key and r.run_count = gone.count and not r.is_current
      returning r.task_key, r.run_count
    )
    insert into removed_run (task_key, run_count) select task_key, run_count from removed on conflict do nothing`;
}

/**
 * Deletes logs, steps, accesses to state, consumed events and inputs of the next removed runs: up to 200 runs and 5,000 rows of a
 * table in one transaction. Several processes may do so at the same time, and each takes other runs. Resolves with whether
 * there may be more.
 */
export async function purgeRemoved(database: Database): Promise<boolean> {
  return database.begin(async (transaction) => {
    const runs = await transaction<RunKey[]>`
      select task_key, run_count from removed_run order by task_key, run_count limit ${batchRuns}
      for update skip locked`;
    if (runs.length === 0) return false;
    if (await purge(transaction, runs)) return true;
    await forgetInputs(transaction, [...new Set(runs.map((run) => run.task_key))]);
    await transaction`
      delete from removed_run using ${keysOf(transaction, runs)} where removed_run.task_key = gone.key and removed_run.run_count = gone.count`;
    return runs.length === batchRuns;
  });
}

const tables = [
  { table: 'log_entry', column: 'run_count' },
  { table: 'state_access', column: 'run_count' },
  { table: 'step', column: 'run_count' },
  { table: 'external_event', column: 'consumed_run_count' },
] as const;

/** Resolves with whether rows of these runs may remain. */
async function purge(transaction: Transaction, runs: readonly RunKey[]): Promise<boolean> {
  for (const { table, column } of tables) {
    const removed = await transaction`
      delete from ${transaction(table)} where ctid = any(array(
        select p.ctid from ${keysOf(transaction, runs)}
        join ${transaction(table)} p on p.task_key = gone.key and p.${transaction(column)} = gone.count limit ${batchRows}))`;
    if (removed.count === batchRows) return true;
  }
  return false;
}

/** Removes the inputs of these tasks that no run has any more: those before the one that the oldest kept run has. */
async function forgetInputs(transaction: Transaction, tasks: readonly number[]): Promise<void> {
  await transaction`
    select from task where key = any(${[...tasks]}::bigint[])
      and exists (select from task_input where task_input.task_key = task.key)
    order by key for update`;
  await transaction`
    with kept as materialized (
      select gone.key, first.from_run_count
      from unnest(${[...tasks]}::bigint[]) as gone (key), lateral (
        select least((select min(run_count) from run where task_key = gone.key),
          (select min(run_count) from active_run where task_key = gone.key)) as run_count offset 0
      ) oldest, lateral (
        select from_run_count from task_input where task_key = gone.key and from_run_count <= oldest.run_count
        order by from_run_count desc limit 1
      ) first
    ), of_first as (
      update task set input = null from kept where task.key = kept.key and task.input is not null
    )
    delete from task_input using kept
    where task_input.task_key = kept.key and task_input.from_run_count < kept.from_run_count`;
}

function keysOf(transaction: Transaction, runs: readonly RunKey[]) {
  const keys = runs.map((run) => run.task_key);
  const counts = runs.map((run) => run.run_count);
  return transaction`unnest(${keys}::bigint[], ${counts}::bigint[]) as gone (key, count)`;
}
