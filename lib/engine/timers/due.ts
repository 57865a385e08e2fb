import type { TaskError } from '#contract';
import { channels, type Database, type Fragment } from '#database';
import { crowdRuns } from '../tasks/crowd-runs.ts';
import { CrowdedCallers } from '../tasks/crowded-callers.ts';

/** The maximum number of runs that one call queues or ends. */
export const batchSize = 500;

/**
 * Only what has become due this long ago at most, and for `nextDue` what becomes due this soon. Without it everything,
 * also what was committed late; then the index entries of all past times are passed.
 */
export type DueWindow = { lookBackInMs: number; lookAheadInMs: number };

/**
 * Queues runs whose start, sleep, back-off or wait is over. Resolves with their number. Starts count for the creators of
 * their tasks.
 */
export async function queueDueRuns(database: Database, window?: DueWindow): Promise<number> {
  const rows = await database<{ task_key: number; is_start: boolean }[]>`
    with due as (
      select d.task_key, d.status = 'scheduled' as is_start
      from (
        select * from active_run where due_on <= now() ${lately(database, 'due_on', window)} order by due_on offset 0
      ) d, lateral (select * from active_run where task_key = d.task_key offset 0 for update skip locked) a
      where d.status in ('scheduled', 'waiting', 'retrying') and a.due_on <= now() and a.status = d.status
      limit ${batchSize}
    ), ready as (
      update active_run a set status = 'queued', queued_on = now(), due_on = null from due
      where a.task_key = any (array[due.task_key]) returning a.task_key, due.is_start
    )
    select task_key, is_start, case when row_number() over () = 1 then pg_notify(${channels.work}, '') end from ready`;
  const starts = rows.filter(({ is_start }) => is_start).map(({ task_key }) => task_key);
  if (starts.length > 0)
    await crowdRuns(
      database,
      CrowdedCallers.of(database),
      await database<{ key: number; caller: string }[]>`
        select key, coalesce(owner, created_by) as caller from task where key = any(${starts}::bigint[])`,
    );
  return rows.length;
}

/** Ends runs whose deadline is over, except paused ones. Resolves with the keys of their tasks that have a schedule. */
export async function endOverdueRuns(
  database: Database,
  window?: DueWindow,
): Promise<{ ended: number; scheduled: number[] }> {
  const late = await database<{ task_key: number }[]>`
    select task_key from active_run where deadline_on <= now() and status <> 'paused'
      ${lately(database, 'deadline_on', window)}
    order by deadline_on limit ${batchSize}`;
  if (late.length === 0) return { ended: 0, scheduled: [] };
  const rows = await database.begin(async (transaction) => {
    const locked = await transaction<{ task_key: number; limit_in_ms: number }[]>`
      select task_key, round(extract(epoch from deadline_on - started_on) * 1000)::float8 as limit_in_ms from active_run
      where task_key = any(${late.map((row) => row.task_key)}::bigint[]) and deadline_on <= now() and status <> 'paused'
      order by task_key for update skip locked`;
    const scheduled: { key: number }[] = [];
    for (const [limitInMs, runs] of Map.groupBy(locked, (row) => row.limit_in_ms)) {
      const keys = runs.map((row) => row.task_key);
      const error = JSON.stringify(timeoutError(limitInMs));
      scheduled.push(
        ...(await transaction<{ key: number }[]>`
          select * from end_runs(${keys}::bigint[], 'timedOut', ${error}::json) as key`),
      );
    }
    return scheduled;
  });
  return { ended: late.length, scheduled: rows.map((row) => row.key) };
}

function timeoutError(limitInMs: number): TaskError {
  const message = `the run took longer than its timeoutInMs of ${limitInMs} ms`;
  return { name: 'TaskTimeoutError', message, fingerprint: 'task-timeout' };
}

/** Milliseconds until the next due time, or null. */
export async function nextDue(database: Database, window?: DueWindow): Promise<number | null> {
  const soon = (column: 'due_on' | 'deadline_on') =>
    window === undefined
      ? database``
      : database`and ${database(column)} <= now() + ${window.lookAheadInMs} * interval '1 ms' ${lately(database, column, window)}`;
  const [row] = await database<{ wait: number | null }[]>`
    select extract(epoch from least(
      (select min(due_on) from active_run where due_on is not null and status in ('scheduled', 'waiting', 'retrying')
        ${soon('due_on')}),
      (select min(deadline_on) from active_run where deadline_on is not null and status <> 'paused'
        ${soon('deadline_on')}),
      (select min(expires_on) from worker where not is_expired)
    ) - now())::float8 * 1000 as wait`;
  return row?.wait ?? null;
}

/** Queues runs that wait for a task that has ended. A safety net: an ending task wakes them. */
export async function wakeStrandedRuns(database: Database): Promise<void> {
  await database`
    with stranded as (
      select a.task_key from active_run a
      where a.wait_task_key is not null and a.status = 'waiting'
        and not exists (select from active_run c where c.task_key = a.wait_task_key)
      limit ${batchSize} for update skip locked
    ), ready as (
      update active_run a set status = 'queued', queued_on = now(), due_on = null from stranded s
      where a.task_key = any (array[s.task_key]) returning a.task_key
    )
    select case when row_number() over () = 1 then pg_notify(${channels.work}, '') end from ready`;
}

function lately(database: Database, column: 'due_on' | 'deadline_on', window: DueWindow | undefined): Fragment {
  if (window === undefined) return database``;
  return database`and ${database(column)} > now() - ${window.lookBackInMs} * interval '1 ms'`;
}
