import { channels, type Database } from '#database';

const batchSize = 500;

/** Queues runs whose start, sleep, back-off or wait is over. Resolves with their number. */
export async function queueDueRuns(database: Database): Promise<number> {
  const rows = await database`
    with due as (
      select task_key from active_run where due_on <= now() and status in ('scheduled', 'waiting', 'retrying')
      order by due_on limit ${batchSize} for update skip locked
    ), ready as (
      update active_run a set status = 'queued', queued_on = now(), due_on = null from due
      where a.task_key = due.task_key returning a.task_key
    )
    select case when row_number() over () = 1 then pg_notify(${channels.work}, '') end from ready`;
  return rows.length;
}

/** Ends runs whose deadline is over, except paused ones. Resolves with the keys of their tasks that have a schedule. */
export async function endOverdueRuns(database: Database): Promise<{ ended: number; scheduled: number[] }> {
  const late = await database<{ task_key: number }[]>`
    select task_key from active_run where deadline_on <= now() and status <> 'paused'
    order by deadline_on limit ${batchSize}`;
  if (late.length === 0) return { ended: 0, scheduled: [] };
  const error = JSON.stringify({
    name: 'TaskTimeoutError',
    message: 'the run took longer than its timeoutInMs',
    fingerprint: 'task-timeout',
  });
  const rows = await database.begin(async (transaction) => {
    const locked = await transaction<{ task_key: number }[]>`
      select task_key from active_run
      where task_key = any(${late.map((row) => row.task_key)}::bigint[]) and deadline_on <= now() and status <> 'paused'
      order by task_key for update skip locked`;
    const keys = locked.map((row) => row.task_key);
    return transaction<{ key: number }[]>`select * from end_runs(${keys}::bigint[], 'timedOut', ${error}::json) as key`;
  });
  return { ended: late.length, scheduled: rows.map((row) => row.key) };
}

/** Milliseconds until the next due time, or null. */
export async function nextDue(database: Database): Promise<number | null> {
  const [row] = await database<{ wait: number | null }[]>`
    select extract(epoch from least(
      (select min(due_on) from active_run where due_on is not null and status in ('scheduled', 'waiting', 'retrying')),
      (select min(deadline_on) from active_run where deadline_on is not null and status <> 'paused'),
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
      where a.task_key = s.task_key returning a.task_key
    )
    select case when row_number() over () = 1 then pg_notify(${channels.work}, '') end from ready`;
}
