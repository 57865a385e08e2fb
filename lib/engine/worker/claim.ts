import type { Database } from '#database';
import type { ClaimedRun } from '../run/claimed-run.ts';
import { crowdedFrom } from '../tasks/crowded-callers.ts';
import { type ClaimKind, segmentsOf } from './claim-segments.ts';

/** Additional candidates beyond the free slots, because another worker may take some of them. */
const spareCandidates = 100;

/** Which runs of a priority are first: the oldest, or those that are not crowded, and of these the oldest. */
export type ClaimOrder = 'by age' | 'by caller';

/**
 * Takes up to `slots` ready runs, highest priority first, then in this order. A claim may be lost in a crash of the server
 * (it commits asynchronously): then every later write of its holder is lost too, as the log is sequential. The fence
 * grows by a random amount so that the claim after such a loss is never taken for the lost one. A worker whose lease was
 * lost gets nothing.
 *
 * Reads nothing below the floors and positions of the kinds: the index entries of runs that were taken stand there until
 * a vacuum can remove them. Of fresh, crowded and returned runs the first ones compete, by priority and age.
 * The age of a crowded run begins when it became crowded.
 *
 * Rows are looked up by laterals and by `any (array[…])`. For a join by equality the planner may read all of the primary
 * key instead, dead entries included: to it the table is empty whenever the last vacuum found no row alive.
 */
export async function claimRuns(
  database: Database,
  workerKey: number,
  slots: number,
  kinds: readonly ClaimKind[],
  order: ClaimOrder = 'by caller',
): Promise<readonly ClaimedRun[]> {
  const limit = slots + spareCandidates;
  const segments = segmentsOf(kinds);
  return database<ClaimedRun[]>`
    with mode as materialized (
      select set_config('synchronous_commit', 'off', true) from worker where key = ${workerKey} and not is_expired
      for key share
    ), candidate as (
      select a.task_key, a.priority, k.timeout_in_ms
      from mode, unnest(${segments.map(({ kind }) => kind.queue)}::text[], ${segments.map(({ kind }) => kind.type)}::text[],
          ${segments.map(({ kind }) => kind.timeoutInMs)}::bigint[],
          ${segments.map(({ floor }) => floor?.priority ?? null)}::smallint[],
          ${segments.map(({ floor }) => floor?.fresh ?? null)}::bigint[],
          ${segments.map(({ floor }) => floor?.crowded ?? null)}::bigint[],
          ${segments.map(({ floor }) => floor?.returned ?? null)}::bigint[],
          ${segments.map(({ above }) => above)}::integer[], ${segments.map(({ below }) => below)}::integer[])
        k (queue, type, timeout_in_ms, exact, from_fresh, from_crowded, from_returned, above, below),
        lateral (
          (select task_key, priority, false as is_crowded, task_key as age from active_run
            where k.exact is not null and status = 'queued' and (concurrency_key is null or started_on is not null)
              and queue = k.queue and type = k.type and priority = k.exact
              and ready_key > k.from_fresh and ready_key < ${crowdedFrom}
            order by ready_key limit ${limit})
          union all
          (select task_key, priority, true, ready_key - ${crowdedFrom} from active_run
            where k.exact is not null and status = 'queued' and (concurrency_key is null or started_on is not null)
              and queue = k.queue and type = k.type and priority = k.exact and ready_key > k.from_crowded
            order by ready_key limit ${limit})
          union all
          (select task_key, priority, false, task_key from active_run
            where k.exact is not null and status = 'queued' and (concurrency_key is null or started_on is not null)
              and queue = k.queue and type = k.type and priority = k.exact
              and ready_key > k.from_returned and ready_key < 0
            order by ready_key limit ${limit})
          union all
          (select task_key, priority, ready_key > ${crowdedFrom},
              case when ready_key > ${crowdedFrom} then ready_key - ${crowdedFrom} else task_key end
            from active_run
            where k.exact is null and status = 'queued' and (concurrency_key is null or started_on is not null)
              and queue = k.queue and type = k.type and priority > k.above and priority < k.below
            order by priority desc, ready_key limit ${limit})
        ) a
      order by a.priority desc, ${order === 'by caller'} and a.is_crowded, a.age limit ${limit}
    ), locked as (
      select c.task_key, c.timeout_in_ms, a.started_on is not null as was_started
      from candidate c, lateral (
        select * from active_run where task_key = c.task_key offset 0 for update skip locked
      ) a
      where a.status = 'queued' and (a.concurrency_key is null or a.started_on is not null)
      limit ${slots}
    )
    update active_run a set
      status = 'running', worker_key = ${workerKey}, fence = a.fence + 1 + floor(random() * 1000000)::integer,
      started_on = coalesce(a.started_on, now()),
      deadline_on = case when a.started_on is null
        then now() + coalesce(t.timeout_in_ms, l.timeout_in_ms) * interval '1 ms' else a.deadline_on end,
      due_on = null, wait_kind = null, wait_sequence = null, wait_name = null, wait_task_key = null, waiting_since = null
    from locked l, lateral (select * from task where key = l.task_key offset 0) t
    where a.task_key = any (array[l.task_key])
    returning a.task_key, a.ready_key, a.run_count, a.fence, a.attempt, a.queue, a.priority,
      a.has_journal or l.was_started as has_journal, t.id, a.type, t.parent_key, t.retry, t.sensitive is not null as is_sensitive,
      case when a.run_count = 1 then t.input else (
        select case when i.is_given then i.input else t.input end from (select) one left join lateral (
          select input, true as is_given from task_input
          where task_key = a.task_key and from_run_count <= a.run_count order by from_run_count desc limit 1
        ) i on true) end as input`;
}
