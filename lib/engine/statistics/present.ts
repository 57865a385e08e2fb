import { isEnded, type Statistics, taskStatuses } from '#contract';
import type { Database, Fragment } from '#database';
import { omitAbsent } from '../rows/omit-absent.ts';

const mostCounted = 10_000;
const mostSchedules = 10;

/** Counts the tasks in each status, up to 10,000. */
export async function countByStatus(database: Database): Promise<Statistics['byStatus']> {
  const branches = taskStatuses.map((status): Fragment => {
    // A literal: with a parameter PostgreSQL cannot prove that the partial index on status applies.
    const literal = database.unsafe(`'${status}'::run_status`);
    const rows = isEnded(status)
      ? database`select from run where status = ${literal} and is_current limit ${mostCounted + 1}`
      : database`select from active_run where status = ${literal} limit ${mostCounted + 1}`;
    return database`union all select ${status}, count(*) from (${rows}) counted`;
  });
  const counts = await database<{ status: (typeof taskStatuses)[number]; count: number }[]>`
    select null::text as status, 0::bigint as count where false ${branches}`;
  return counts.map(({ status, count }) => ({
    status,
    count: Math.min(count, mostCounted),
    isCapped: count > mostCounted,
  }));
}

/** Returns the next occurrences of schedules, soonest first. */
export async function readNextSchedules(database: Database): Promise<Statistics['nextSchedules']> {
  const rows = await database<{ id: string; name: string | null; type: string; due_on: string }[]>`
    select t.id, t.name, t.type, a.due_on from active_run a join task t on t.key = a.task_key
    where a.due_on is not null and a.status = 'scheduled' and t.schedule is not null
    order by a.due_on limit ${mostSchedules}`;
  return rows.map((row) => omitAbsent({ taskId: row.id, name: row.name, type: row.type, nextRunOn: row.due_on }));
}

export async function readWorkerTotals(database: Database): Promise<Statistics['workers']> {
  const [totals] = await database<Statistics['workers'][]>`
    select count(*) as live, coalesce(sum(slots), 0)::integer as slots, coalesce(sum(busy), 0)::integer as busy
    from worker where not is_expired and expires_on > now()`;
  return totals ?? { live: 0, slots: 0, busy: 0 };
}
