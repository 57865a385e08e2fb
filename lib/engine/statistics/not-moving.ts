import type { Bounds, Statistics, StepKind, TaskStatus, WaitingKind } from '#contract';
import type { Database } from '#database';
import { insideBounds } from '../rows/inside-bounds.ts';
import { omitAbsent } from '../rows/omit-absent.ts';
import { holderOf, isSilent, stuckRuns } from '../tasks/list/conditions.ts';

const mostCounted = 10_000;
/** The groups of a kind that are told one by one. The smaller ones are one group together. */
const mostOfKind = 50;
/** A run that is queued this long while all workers are busy is a reason to add workers. */
const longQueuedMs = 30_000;

/** The reasons that need an operator, most urgent first. The others are waits that the handler asked for. */
const urgency: readonly WaitingKind[] = ['leaseExpired', 'noWorker', 'slots', 'backoff', 'paused'];

type Group = {
  kind: WaitingKind;
  status: TaskStatus;
  queue: string | null;
  type: string | null;
  subject: string | null;
  count: number;
  oldest_on: string;
  oldest_key: number;
  other_reasons?: number;
};

/**
 * Returns why tasks do not move, with how many and the one that waits longest: first what needs an operator, then the
 * waits that handlers asked for. Each branch looks at no more than 10,000 runs of a status, or of a queue and type.
 */
export async function readStuck(database: Database, bounds?: Bounds): Promise<Statistics['stuck']> {
  const branches = await Promise.all([
    readQueued(database, bounds),
    readKeyed(database, bounds),
    readBackingOff(database, bounds),
    readHeld(database, bounds),
    readLost(database, bounds),
  ]);
  const ranked = branches
    .flat()
    .sort((a, b) => rankOf(a) - rankOf(b) || b.count - a.count || (a.oldest_on < b.oldest_on ? -1 : 1));
  const groups = [...Map.groupBy(ranked, ({ kind, status }) => `${kind} ${status}`).values()].flatMap(joinSmall);
  if (groups.length === 0) return [];
  const ids = await database<{ key: number; id: string }[]>`
    select t.key, t.id from task t where t.key = any(${groups.map((group) => group.oldest_key)}::bigint[])
      ${insideBounds(database, bounds)}`;
  const idOf = new Map(ids.map(({ key, id }) => [key, id]));
  return groups.flatMap(({ oldest_key, oldest_on, other_reasons, count, ...group }) => {
    const taskId = idOf.get(oldest_key);
    if (taskId === undefined) return []; // deleted or moved since
    return omitAbsent({
      ...group,
      otherReasons: other_reasons,
      isPlanned: !urgency.includes(group.kind),
      count: Math.min(count, mostCounted),
      isCapped: count > mostCounted,
      oldestOn: oldest_on,
      taskId,
    });
  });
}

/** Joins the smallest groups of a kind when there are too many. */
function joinSmall(groups: readonly Group[]): Group[] {
  const small = groups.slice(mostOfKind);
  const [first] = small;
  if (first === undefined) return [...groups];
  const oldest = small.reduce((a, b) => (a.oldest_on <= b.oldest_on ? a : b));
  const count = small.reduce((sum, group) => sum + group.count, 0);
  const joined = { ...oldest, queue: null, type: null, subject: null, count, other_reasons: small.length };
  return [...groups.slice(0, mostOfKind), joined];
}

function rankOf({ kind }: Group): number {
  const place = urgency.indexOf(kind);
  return place < 0 ? urgency.length : place;
}

/** The condition that an active run lies inside of bounds: by the queue that it is in. */
const inside = (database: Database, bounds: Bounds | undefined) => insideBounds(database, bounds, 'a');

/** Queued runs that no live worker serves, or whose workers are all busy, by queue and (if others are served) type. */
function readQueued(database: Database, bounds: Bounds | undefined): Promise<Group[]> {
  return database<Group[]>`
    with recursive line (queue, type) as (
      (select queue, type from active_run where status = 'queued' and (concurrency_key is null or started_on is not null)
        order by queue, type limit 1)
      union all
      select next.queue, next.type from line cross join lateral (
        select queue, type from active_run
        where status = 'queued' and (concurrency_key is null or started_on is not null)
          and (queue, type) > (line.queue, line.type)
        order by queue, type limit 1) next
    ), live as (
      select queues, types, busy >= slots as is_busy from worker
      where not is_expired and not is_stopping and expires_on > now()
    ), judged as (
      select line.*, exists (select from live) as any_live, exists (select from live where line.queue = any(queues)) as any_of_queue,
        (select bool_and(is_busy) from live where line.queue = any(queues) and line.type = any(types)) as are_busy
      from (select * from line where true ${insideBounds(database, bounds, 'line')} limit 1000) line
    ), counted as (
      select judged.*, runs.* from judged cross join lateral (
        select count(*) as count, min(since) as oldest_on, (array_agg(task_key order by since, task_key))[1] as oldest_key from (
          select task_key, coalesce(requeued_on, queued_on) as since from active_run
          where status = 'queued' and (concurrency_key is null or started_on is not null)
            and queue = judged.queue and type = judged.type
          order by priority desc, task_key limit ${mostCounted + 1}) run) runs
      where judged.are_busy is distinct from false
        and (judged.are_busy is null or runs.oldest_on < now() - ${longQueuedMs} * interval '1 ms')
    )
    select case when are_busy is null then 'noWorker' else 'slots' end as kind, 'queued' as status,
      case when any_live then queue end as queue, case when any_of_queue then type end as type, null as subject,
      sum(count)::bigint as count, min(oldest_on) as oldest_on, (array_agg(oldest_key order by oldest_on))[1] as oldest_key
    from counted group by 1, 3, 4`;
}

/** Queued runs whose concurrency key is taken, by key. */
function readKeyed(database: Database, bounds: Bounds | undefined): Promise<Group[]> {
  return database<Group[]>`
    select 'concurrency' as kind, 'queued' as status, null as queue, null as type, concurrency_key as subject, count(*) as count,
      min(since) as oldest_on, (array_agg(task_key order by since, task_key))[1] as oldest_key
    from (
      select task_key, concurrency_key, coalesce(requeued_on, queued_on) as since from active_run a
      where status = 'queued' and concurrency_key is not null and started_on is null ${inside(database, bounds)}
      order by concurrency_key limit ${mostCounted + 1}
    ) keyed group by concurrency_key`;
}

/** Runs that back off, as a whole or in a step. They have not moved since they began, whichever attempt they are at. */
function readBackingOff(database: Database, bounds: Bounds | undefined): Promise<Group[]> {
  const branches = stuckRuns(database, ['backoff']).map(
    (condition) => database`
      union all
      (select task_key, type, status, ${holderOf(database)} as subject, coalesce(started_on, queued_on) as since
        from active_run a where ${condition} ${inside(database, bounds)} order by task_key limit ${mostCounted + 1})`,
  );
  return database<Group[]>`
    select 'backoff' as kind, status, null as queue, type, subject, count(*) as count,
      min(since) as oldest_on, (array_agg(task_key order by since, task_key))[1] as oldest_key
    from (
      select null::bigint as task_key, null::text as type, null::run_status as status, null::text as subject,
        null::timestamptz as since where false
      ${branches}
    ) held group by status, type, subject`;
}

/** Runs that are paused, or wait for what their handler asked for. */
async function readHeld(database: Database, bounds: Bounds | undefined): Promise<Group[]> {
  const rows = await database<(Omit<Group, 'kind'> & { kind: StepKind | 'paused' })[]>`
    select kind, status, null as queue, null as type, subject, count(*) as count,
      min(since) as oldest_on, (array_agg(task_key order by since, task_key))[1] as oldest_key
    from (
      (select task_key, status, 'paused' as kind, ${holderOf(database)} as subject, coalesce(paused_on, queued_on) as since
        from active_run a where status = 'paused' ${inside(database, bounds)} order by task_key limit ${mostCounted + 1})
      union all
      (select task_key, status, wait_kind::text, ${holderOf(database)}, coalesce(waiting_since, queued_on)
        from active_run a where status = 'waiting' and wait_kind <> 'step' ${inside(database, bounds)}
        order by task_key limit ${mostCounted + 1})
    ) held group by kind, status, subject`;
  return rows.flatMap(({ kind, ...group }) => (kind === 'state' || kind === 'step' ? [] : { ...group, kind }));
}

/** Runs whose worker is silent and which nobody has taken over yet, by worker. */
function readLost(database: Database, bounds: Bounds | undefined): Promise<Group[]> {
  return database<Group[]>`
    select 'leaseExpired' as kind, 'running' as status, null as queue, null as type, w.name as subject, count(*) as count,
      min(w.expires_on) as oldest_on, min(a.task_key) as oldest_key
    from worker w join active_run a on a.worker_key = w.key and a.status = 'running'
    where ${isSilent(database)} ${inside(database, bounds)} group by w.name`;
}
