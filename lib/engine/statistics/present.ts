import { type Bounds, isEnded, type Statistics, type TaskListFilter, taskStatuses, withinTaskBounds } from '#contract';
import type { Database, Fragment } from '#database';
import { servingInside } from '../fleet/serving-inside.ts';
import { insideBounds } from '../rows/inside-bounds.ts';
import { omitAbsent } from '../rows/omit-absent.ts';
import { countTasks } from '../tasks/list/list-tasks.ts';

const mostCounted = 10_000;
const mostSchedules = 10;

/** Counts the tasks in each status, up to 10,000. */
export async function countByStatus(database: Database, bounds?: Bounds): Promise<Statistics['byStatus']> {
  if (bounds !== undefined) return countInside(database, bounds);
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

/** The lists of tasks with each status, which read no more than there is time for. */
function countInside(database: Database, bounds: Bounds): Promise<Statistics['byStatus']> {
  return Promise.all(
    taskStatuses.map(async (status) => {
      const filter = withinTaskBounds({ ...noFilter, status: [status] }, bounds);
      const { count, hasMore } = await countTasks(database, filter, mostCounted);
      return { status, count, isCapped: hasMore };
    }),
  );
}

const noFilter: TaskListFilter = { maxPageSize: 1, orderBy: 'createdOn desc' };

/** Returns the next occurrences of schedules, soonest first. */
export async function readNextSchedules(database: Database, bounds?: Bounds): Promise<Statistics['nextSchedules']> {
  const rows = await database<{ id: string; name: string | null; type: string; due_on: string }[]>`
    select t.id, t.name, t.type, a.due_on from active_run a join task t on t.key = a.task_key
    where a.due_on is not null and a.status = 'scheduled' and t.schedule is not null ${insideBounds(database, bounds)}
    order by a.due_on limit ${mostSchedules}`;
  return rows.map((row) => omitAbsent({ taskId: row.id, name: row.name, type: row.type, nextRunOn: row.due_on }));
}

/** Of the live workers, or of those that serve something inside of bounds. */
export async function readWorkerTotals(database: Database, bounds?: Bounds): Promise<Statistics['workers']> {
  const serving = (column: 'types' | 'queues') => servingInside(database, column, bounds);
  const [totals] = await database<Statistics['workers'][]>`
    with live as (
      select key, slots from worker where not is_expired and expires_on > now() ${serving('types')} ${serving('queues')}
    )
    select count(*) as live, coalesce(sum(slots), 0)::integer as slots,
      (select count(*) from active_run where status = 'running' and worker_key in (select key from live)) as busy
    from live`;
  return totals ?? { live: 0, slots: 0, busy: 0 };
}
