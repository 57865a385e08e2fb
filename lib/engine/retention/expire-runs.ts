import type { Retention } from '#contract';
import { type Database, type Transaction, tryLock } from '#database';
import { purgeDeleted } from './purge-deleted.ts';
import { type RunKey, removeRuns } from './remove-runs.ts';

/** The maximum number of tasks checked, and of runs removed, in one transaction. */
const batchTasks = 200;
const batchRuns = 200;

/** The position of a sweep over the tasks. `undefined` starts one. */
export type Sweep = { after: number };

/**
 * Applies retention to the next tasks that have their own retention or a schedule: deletes runs beyond `maximumRuns`
 * and runs that ended longer than `maximumAgeInMs` ago. Deletes the whole task when its current run ended that long
 * ago. `fallback` applies to tasks without a retention. Resolves with the sweep's new position, or `undefined` at its
 * end.
 */
export async function expireRuns(database: Database, fallback: Retention, sweep: Sweep): Promise<Sweep | undefined> {
  const next = await database.begin(async (transaction) => {
    if (!(await tryLock(transaction, 'retention'))) return undefined;
    const tasks = await transaction<{ key: number; runs: number | null; age: number | null }[]>`
      select key, coalesce(retention ->> 'maximumRuns', case when retention is null then ${fallback.maximumRuns ?? null}::text end)::bigint as runs,
        coalesce(retention ->> 'maximumAgeInMs', case when retention is null then ${fallback.maximumAgeInMs ?? null}::text end)::bigint as age
      from (
        (select key, retention from task where retention is not null and key > ${sweep.after} order by key limit ${batchTasks})
        union
        (select key, retention from task where schedule is not null and key > ${sweep.after} order by key limit ${batchTasks})
      ) candidate order by key limit ${batchTasks}`;
    const last = tasks.at(-1);
    if (last === undefined) return undefined;
    const runs = await transaction<RunKey[]>`
      select r.task_key, r.run_count
      from unnest(${tasks.map((task) => task.key)}::bigint[], ${tasks.map((task) => task.runs)}::bigint[],
        ${tasks.map((task) => task.age)}::bigint[]) as limited (key, runs, age)
      cross join lateral (
        select greatest((select max(run_count) from run where task_key = limited.key),
          (select run_count from active_run where task_key = limited.key)) as run_count
      ) newest
      join run r on r.task_key = limited.key and not r.is_current
        and (r.run_count <= newest.run_count - limited.runs or r.ended_on < now() - limited.age * interval '1 ms')
      limit ${batchRuns}`;
    const isLeft = (await removeRuns(transaction, runs)) || runs.length === batchRuns;
    await transaction`
      with aged as (
        select r.task_key from unnest(${tasks.map((task) => task.key)}::bigint[], ${tasks.map((task) => task.age)}::bigint[]) as limited (key, age)
        join run r on r.task_key = limited.key and r.is_current and r.ended_on < now() - limited.age * interval '1 ms'
        join task t on t.key = r.task_key for update of t, r skip locked
      ), ${deletion(transaction)}`;
    return isLeft ? sweep : { after: last.key };
  });
  await purgeDeleted(database);
  return next;
}

/**
 * Applies the service's `maximumAgeInMs` to tasks without a retention: deletes those that ended longer ago, oldest
 * first. Resolves with whether there may be more.
 */
export async function expireTasks(database: Database, maximumAgeInMs: number): Promise<boolean> {
  const [row] = await database<{ removed: number }[]>`
    with aged as (
      select r.task_key from run r join task t on t.key = r.task_key
      where r.ended_on < now() - ${maximumAgeInMs}::bigint * interval '1 ms' and r.is_current and t.retention is null
      order by r.ended_on limit ${batchTasks} for update of t, r skip locked
    ), ${deletion(database)}`;
  await purgeDeleted(database);
  return row?.removed === batchTasks;
}

/** Deletes the tasks of `aged` like `deleteTask`. */
function deletion(database: Database | Transaction) {
  return database`
    gone as (delete from task using aged where task.key = aged.task_key),
    no_inputs as (delete from task_input using aged where task_input.task_key = aged.task_key),
    no_search as (delete from search_text using aged where search_text.task_key = aged.task_key),
    marked as (insert into deleted_task (task_key) select task_key from aged on conflict do nothing)
    select count(*) as removed from aged`;
}
