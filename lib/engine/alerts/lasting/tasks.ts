import type { TaskStatus } from '#contract';
import type { Transaction } from '#database';
import type { ConditionOf, Rule } from './rule.ts';

type OfTask = Rule<ConditionOf<'task'>>;
type EndedRow = { key: number; task_key: number; run_count: number; ended: number; failed: number; status: TaskStatus };

/** At most this many of the newest runs of a task are compared. */
const mostRuns = 1_000;

/**
 * Finds the runs of single tasks that ended since the last look, and notes that they were compared. `isFailing`: the
 * newest of them failed. A task of the same id that was created later is another one.
 */
export async function findEndedTasks(
  transaction: Transaction,
  rules: readonly OfTask[],
): Promise<{ rule: OfTask; count: number; isFailing: boolean }[]> {
  if (rules.length === 0) return [];
  const rows = await transaction<EndedRow[]>`
    with given as (
      select * from unnest(${rules.map(({ key }) => key)}::bigint[], ${rules.map(({ condition }) => condition.task)}::text[],
        ${rules.map(({ since }) => since)}::timestamptz[], ${rules.map(({ seenTask }) => seenTask)}::bigint[],
        ${rules.map(({ seenRun }) => seenRun)}::bigint[]) as g (key, id, since, seen_task, seen_run)
    ), compared as (
      select g.key, t.key as task_key, max(r.run_count) as run_count, count(*) as ended,
        count(*) filter (where r.status in ('failed', 'timedOut')) as failed,
        (array_agg(r.status::text order by r.run_count desc))[1] as status
      from given g join task t on t.id = g.id cross join lateral (
        select run_count, status from run
        where task_key = t.key and run_count > case when t.key = g.seen_task then g.seen_run else 0 end
          and ended_on >= g.since
        order by run_count desc limit ${mostRuns}) r
      group by 1, 2
    ), noted as (
      update alert a set seen_task = c.task_key, seen_run = c.run_count from compared c where a.key = c.key
    )
    select * from compared`;
  return rows.flatMap(({ key, ended, failed, status }) => {
    const rule = rules.find((one) => one.key === key);
    if (rule === undefined) return [];
    const count = rule.condition.when === 'ends' ? ended : failed;
    return [{ rule, count, isFailing: status === 'failed' || status === 'timedOut' }];
  });
}
