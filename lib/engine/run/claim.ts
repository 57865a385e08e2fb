import type { Database } from '#database';

export type ClaimedRun = {
  task_key: number;
  run_count: number;
  fence: number;
  attempt: number;
  has_journal: boolean;
  id: string;
  type: string;
  input: string | null;
  parent_key: number | null;
  retry: string | null;
};

export type ClaimFilter = { queues: string[]; types: string[]; timeouts: (number | null)[] };

/**
 * Takes up to `slots` ready runs, highest priority first, then oldest. A claim may be lost in a crash of the server
 * (it commits asynchronously): then every later write of its holder is lost too, as the log is sequential. The fence
 * grows by a random amount so that the claim after such a loss is never taken for the lost one.
 */
export async function claimRuns(
  database: Database,
  workerKey: number,
  slots: number,
  filter: ClaimFilter,
): Promise<readonly ClaimedRun[]> {
  return database<ClaimedRun[]>`
    with mode as materialized (select set_config('synchronous_commit', 'off', true)),
    candidate as (
      select a.task_key, a.priority, t.timeout_in_ms
      from mode, unnest(${filter.queues}::text[]) q (queue),
        unnest(${filter.types}::text[], ${filter.timeouts}::bigint[]) t (type, timeout_in_ms),
        lateral (
          select task_key, priority from active_run
          where status = 'queued' and (concurrency_key is null or started_on is not null)
            and queue = q.queue and type = t.type
          order by priority desc, task_key limit ${slots * 2}
        ) a
      order by a.priority desc, a.task_key limit ${slots * 2}
    ), locked as (
      select a.task_key, c.timeout_in_ms, a.started_on is not null as was_started from candidate c join active_run a on a.task_key = c.task_key
      where a.status = 'queued' and (a.concurrency_key is null or a.started_on is not null)
      order by c.priority desc, c.task_key limit ${slots} for update of a skip locked
    )
    update active_run a set
      status = 'running', worker_key = ${workerKey}, fence = a.fence + 1 + floor(random() * 1000000)::integer,
      started_on = coalesce(a.started_on, now()),
      deadline_on = case when a.started_on is null
        then now() + coalesce(t.timeout_in_ms, l.timeout_in_ms) * interval '1 ms' else a.deadline_on end,
      due_on = null, wait_kind = null, wait_sequence = null, wait_name = null, wait_task_key = null, waiting_since = null
    from locked l join task t on t.key = l.task_key
    where a.task_key = l.task_key
    returning a.task_key, a.run_count, a.fence, a.attempt, a.has_journal or l.was_started as has_journal, t.id,
      a.type, t.parent_key, t.retry, case when a.run_count = 1 then t.input else coalesce((
        select i.input from task_input i where i.task_key = a.task_key and i.from_run_count <= a.run_count
        order by i.from_run_count desc limit 1), t.input) end as input`;
}
