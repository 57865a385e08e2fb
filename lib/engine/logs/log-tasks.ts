import type { LogSearchFilter, TaskListFilter } from '#contract';
import type { Database, Fragment } from '#database';
import { conditionsOf } from '../tasks/list/conditions.ts';
import { driversOf } from '../tasks/list/drivers.ts';

/** Up to this number of runs, their logs are read run by run. Beyond it, the task of each entry is checked. */
const fewRuns = 1_000;

/** Runs by the positions of two lists: the key of the task and the number of the run. */
export type LogRuns = { taskKeys: readonly number[]; runCounts: readonly number[] };

type TaskScopeOfLogs = Pick<LogSearchFilter, 'taskId' | 'type' | 'queue'>;

/** The conditions of a filter of logs on the task `t` of an entry, each of which begins with `and`. */
export function taskConditions(database: Database, scope: TaskScopeOfLogs): Fragment {
  const { count, sql } = conditionsOf(database, taskFilterOf(scope));
  return count === 0 ? database`` : sql;
}

function taskFilterOf({ taskId, type, queue }: TaskScopeOfLogs): TaskListFilter {
  return {
    ...{ maxPageSize: 1, orderBy: 'createdOn desc' },
    ...(taskId && { id: taskId }),
    ...(type && { type }),
    ...(queue && { queue }),
  };
}

/** Returns the runs of the tasks that match, or `undefined` when there are many or the filter is not about tasks. */
export async function runsOfFewTasks(database: Database, scope: TaskScopeOfLogs): Promise<LogRuns | undefined> {
  const filter = taskFilterOf(scope);
  const range = { isDescending: true, after: undefined, low: undefined, high: undefined };
  let few: number[] | undefined;
  for (const driver of await driversOf(database, filter)) {
    if (driver.name === 'every') continue;
    const rows = await database<{ key: number }[]>`${driver.keys(range, fewRuns + 1)}`;
    if (rows.length <= fewRuns && rows.length < (few?.length ?? Number.POSITIVE_INFINITY))
      few = rows.map(({ key }) => key);
  }
  if (few === undefined) return undefined;
  const runs = await database<{ task_key: number; run_count: number }[]>`
    with matched as materialized (
      select t.key from task t where t.key = any(${few}::bigint[]) ${taskConditions(database, scope)}
    )
    select r.task_key, r.run_count from matched cross join lateral (
      select task_key, run_count from run where task_key = matched.key
      union all select task_key, run_count from active_run where task_key = matched.key
    ) r limit ${fewRuns + 1}`;
  if (runs.length > fewRuns) return undefined;
  return { taskKeys: runs.map((run) => run.task_key), runCounts: runs.map((run) => run.run_count) };
}
