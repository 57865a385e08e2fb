import type { Database } from '#database';
import type { ClaimedRun } from '../run/claimed-run.ts';

/** Additional candidates beyond the free slots, because another worker may take some of them. */
const spareCandidates = 100;

/**
 * Where the last claim of a kind of work ended. Runs before it are taken, or came later and are found by the next full
 * scan.
 */
export type ClaimPosition = { priority: number; task_key: number };

/** One kind of work: a type on a queue. */
export type ClaimKind = {
  queue: string;
  type: string;
  timeoutInMs: number | null;
  position: ClaimPosition | undefined;
  /** Only runs with a lower priority. For claims without a position. */
  below?: number | undefined;
};

/**
 * Takes up to `slots` ready runs, highest priority first, then oldest. A claim may be lost in a crash of the server
 * (it commits asynchronously): then every later write of its holder is lost too, as the log is sequential. The fence
 * grows by a random amount so that the claim after such a loss is never taken for the lost one. A worker whose lease was
 * lost gets nothing.
 *
 * A kind with a position is read from there on, within that priority: the index entries of runs that were taken since
 * the last vacuum stand before it, and reading past all of them at every claim would cost more and more.
 */
export async function claimRuns(
  database: Database,
  workerKey: number,
  slots: number,
  kinds: readonly ClaimKind[],
): Promise<readonly ClaimedRun[]> {
  const limit = slots + spareCandidates;
  return database<ClaimedRun[]>`
    with mode as materialized (
      select set_config('synchronous_commit', 'off', true) from worker where key = ${workerKey} and not is_expired
      for key share
    ), candidate as (
      select a.task_key, a.priority, k.timeout_in_ms
      from mode, unnest(${kinds.map((kind) => kind.queue)}::text[], ${kinds.map((kind) => kind.type)}::text[],
          ${kinds.map((kind) => kind.timeoutInMs)}::bigint[],
          ${kinds.map((kind) => kind.position?.priority ?? null)}::smallint[],
          ${kinds.map((kind) => kind.position?.task_key ?? null)}::bigint[],
          ${kinds.map((kind) => kind.below ?? null)}::integer[])
        k (queue, type, timeout_in_ms, from_priority, from_key, below),
        lateral (
          (select task_key, priority from active_run
            where k.from_key is null and k.below is null and status = 'queued' and (concurrency_key is null or started_on is not null)
              and queue = k.queue and type = k.type
            order by priority desc, task_key limit ${limit})
          union all
          (select task_key, priority from active_run
            where k.from_key is not null and status = 'queued' and (concurrency_key is null or started_on is not null)
              and queue = k.queue and type = k.type and priority = k.from_priority and task_key > k.from_key
            order by task_key limit ${limit})
          union all
          (select task_key, priority from active_run
            where k.below is not null and status = 'queued' and (concurrency_key is null or started_on is not null)
              and queue = k.queue and type = k.type and priority < k.below
            order by priority desc, task_key limit ${limit})
        ) a
      order by a.priority desc, a.task_key limit ${limit}
    ), locked as (
      select a.task_key, c.timeout_in_ms, a.started_on is not null as was_started
      from candidate c join active_run a on a.task_key = c.task_key
      where a.status = 'queued' and (a.concurrency_key is null or a.started_on is not null)
      order by c.priority desc, c.task_key limit ${slots} for update of a skip locked
    )
    update active_run a set
      status = 'running', worker_key = ${workerKey}, fence = a.fence + 1 + floor(random() * 1000000)::integer,
      started_on = coalesce(a.started_on, now()),
      deadline_on = case when a.started_on is null
        then now() + coalesce(t.timeout_in_ms, l.timeout_in_ms) * interval '1 ms' else a.deadline_on end,
      due_on = null, wait_kind = null, wait_sequence = null, wait_name = null, wait_task_key = null, waiting_since = null
    from locked l, lateral (select * from task where key = l.task_key offset 0) t
    where a.task_key = l.task_key
    returning a.task_key, a.run_count, a.fence, a.attempt, a.queue, a.priority,
      a.has_journal or l.was_started as has_journal, t.id, a.type, t.parent_key, t.retry, t.sensitive is not null as is_sensitive,
      case when a.run_count = 1 then t.input else coalesce((
        select i.input from task_input i where i.task_key = a.task_key and i.from_run_count <= a.run_count
        order by i.from_run_count desc limit 1), t.input) end as input`;
}

/** The position after these claims for each kind: the lowest priority among them, and the youngest run of it. */
export function advancePositions(kinds: readonly ClaimKind[], claims: readonly ClaimedRun[]): void {
  for (const kind of kinds)
    for (const claim of claims) {
      if (claim.queue !== kind.queue || claim.type !== kind.type) continue;
      const { position } = kind;
      if (position === undefined || claim.priority < position.priority)
        kind.position = { priority: claim.priority, task_key: claim.task_key };
      else if (claim.priority === position.priority && claim.task_key > position.task_key)
        position.task_key = claim.task_key;
    }
}
