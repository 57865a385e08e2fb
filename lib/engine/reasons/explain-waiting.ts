import { mostWaitsTold, type StepKind, type TaskError, type TaskStatus, type WaitingFor } from '#contract';
import { type Database, readStored, scalarArray } from '#database';
import { omitAbsent } from '../rows/omit-absent.ts';
import { sensitiveOf, type TaskRow } from '../rows/task-row.ts';
import { explainBackOff } from './explain-by-row.ts';
import { nearest } from './nearest-name.ts';
import { clock } from './wording.ts';

/** One wait of a run. A run with parallel waits has several: `total` is how many, up to one more than are counted. */
type Wait = {
  task_key: number;
  total: number;
  sequence: number;
  name: string;
  kind: StepKind;
  started_on: string;
  wake_on: string | null;
  attempt: number;
  error: string | null;
  /** Whether the task had sensitive pointers when this was read, which is after the task was. */
  is_sensitive: boolean;
  event_name: string | null;
  child_task_id: string | null;
  child_name: string | null;
  child_status: TaskStatus | null;
};
/** The holder of the lock that a run waits for. */
type LockHeld = {
  task_key: number;
  name: string;
  owner: string | null;
  expires_on: string | null;
  holder_id: string | null;
  holder_name: string | null;
  holder_run: number | null;
  ahead: number;
};
type UnusedEvent = { id: number; task_key: number; name: string; raised_on: string };

const mostWaitsCounted = 100;

/** Explains why these waiting runs wait, by task key. */
export async function explainWaiting(database: Database, rows: readonly TaskRow[]): Promise<Map<number, WaitingFor>> {
  if (rows.length === 0) return new Map();
  const keys = rows.map((row) => row.key);
  const [waits, unused, locks] = await Promise.all([
    readWaits(database, rows),
    readUnusedEvents(database, keys),
    readLocks(database, keys),
  ]);
  const lockOf = new Map(locks.map((lock) => [lock.task_key, lock]));
  const waitsOf = Map.groupBy(waits, (wait) => wait.task_key);
  const eventsOf = Map.groupBy(unused, (event) => event.task_key);
  return new Map(
    rows.map((row) => [
      row.key,
      explain(row, waitsOf.get(row.key) ?? [], eventsOf.get(row.key) ?? [], lockOf.get(row.key)),
    ]),
  );
}

/** Reads the one wait of a run by its sequence, and of several the first ones: a run can wait for tens of thousands of children. */
function readWaits(database: Database, rows: readonly TaskRow[]) {
  return database<Wait[]>`
    select s.task_key, s.total, s.sequence, s.name, s.kind, s.started_on, s.wake_on, s.attempt, s.error, s.event_name,
      ${sensitiveOf(database)} is not null as is_sensitive,
      s.child_task_id, coalesce(child.name, child.type) as child_name, coalesce(a.status, r.status) as child_status
    from unnest(${rows.map((row) => row.key)}::bigint[], ${rows.map((row) => row.run_count)}::bigint[],
      ${scalarArray(rows.map((row) => row.wait_sequence))}::integer[]) as run (key, count, sequence)
    cross join lateral (
      select *, 1 as total, 1 as place from step
      where step.task_key = run.key and run_count = run.count and step.sequence = run.sequence
        and status in ('waiting', 'retrying')
      union all
      select *, count(*) over () as total, row_number() over (order by sequence) as place from (
        select * from step
        where run.sequence is null and task_key = run.key and run_count = run.count and status in ('waiting', 'retrying')
        order by sequence limit ${mostWaitsCounted + 1}) several
    ) s
    join task t on t.key = s.task_key
    left join task_type tt on tt.type = t.type
    left join task child on child.id = s.child_task_id
    left join lateral (select * from active_run where active_run.task_key = child.key offset 0) a on true
    left join run r on r.task_key = child.key and r.is_current
    where s.place <= ${mostWaitsTold}
    order by s.task_key, s.sequence`;
}

/** Reads the newest unconsumed events of each task: one of them may have been meant. */
function readUnusedEvents(database: Database, keys: readonly number[]) {
  return database<UnusedEvent[]>`
    select e.* from unnest(${[...keys]}::bigint[]) as waiting (key)
    cross join lateral (
      select id, task_key, name, raised_on from external_event
      where task_key = waiting.key and consumed_on is null order by task_key desc, id desc limit 20
    ) e`;
}

/** Each line is counted once for all who wait in it: for each of them alone, a list would count it again and again. */
function readLocks(database: Database, keys: readonly number[]) {
  return database<LockHeld[]>`
    with waiter as materialized (
      select distinct on (task_key) task_key, namespace, name, key from lock_waiter
      where task_key = any(${[...keys]}::bigint[]) order by task_key, key
    ), place as (
      select o.key, (row_number() over (partition by o.namespace, o.name order by o.key))::integer - 1 as ahead
      from (select namespace, name, max(key) as last from waiter group by namespace, name) line
      join lock_waiter o on o.namespace = line.namespace and o.name = line.name and o.key <= line.last
    )
    select w.task_key, w.name, h.owner, h.expires_on, t.id as holder_id, coalesce(t.name, t.type) as holder_name,
      h.run_count as holder_run, p.ahead
    from waiter w join place p on p.key = w.key
      left join held_lock h on h.namespace = w.namespace and h.name = w.name
        and (h.expires_on is null or h.expires_on > now())
      left join task t on t.key = h.task_key`;
}

function explain(
  row: TaskRow,
  waits: readonly Wait[],
  unused: readonly UnusedEvent[],
  lock: LockHeld | undefined,
): WaitingFor {
  const [own] = waits;
  const reason = explainOne(row, own, unused, lock);
  if (own === undefined || own.total < 2) return reason;
  const named = waits.map(nameWait);
  const stuck = waits.find(({ child_status }) => child_status === 'queued' || child_status === 'paused');
  const child = childOf(stuck ?? own);
  return omitAbsent({ ...reason, child, sentence: sentenceOfSeveral(named, own.total), waits: named });
}

function sentenceOfSeveral(named: NonNullable<WaitingFor['waits']>, total: number): string {
  const texts = named.map(({ kind, name }) => `${kind === 'backoff' ? 'the next attempt of' : kind} "${name}"`);
  const isCounted = total <= mostWaitsCounted;
  const more = total - named.length;
  const others = more === 0 ? '' : ` and ${isCounted ? `${more} more` : 'others'}`;
  return `Waiting for ${isCounted ? total : `more than ${mostWaitsCounted}`} things at once: ${texts.join(', ')}${others}.`;
}

function nameWait({
  kind,
  name,
  event_name,
  child_task_id,
  child_name,
}: Wait): NonNullable<WaitingFor['waits']>[number] {
  if (kind === 'event') return { kind, name: event_name ?? name };
  if (kind === 'task') return omitAbsent({ kind, name: child_task_id ?? name, taskName: child_name });
  if (kind === 'lock') return { kind, name: name.replace(/^lock /, '') };
  return { kind: kind === 'step' ? 'backoff' : 'sleep', name };
}

function explainOne(
  row: TaskRow,
  wait: Wait | undefined,
  unused: readonly UnusedEvent[],
  lock: LockHeld | undefined,
): WaitingFor {
  const kind = row.wait_kind ?? wait?.kind ?? 'step';
  // the step's own time: a run that was paused and resumed waits anew, for the same thing
  const since = wait?.started_on ?? row.waiting_since ?? row.queued_on;
  const until = wait?.wake_on ?? row.due_on;
  const shared = { since, until, step: wait?.name };
  if (kind === 'event') {
    const name = row.wait_name ?? wait?.event_name ?? wait?.name ?? '';
    return omitAbsent({ ...shared, ...explainEvent(row, name, since, until, unused) });
  }
  if (kind === 'task') return omitAbsent({ ...shared, ...explainChild(row, wait, since) });
  if (kind === 'lock') return omitAbsent({ ...shared, until: undefined, ...explainLock(row, lock, wait, since) });
  if (wait?.kind === 'step')
    return explainBackOff(wait.is_sensitive ? { ...row, sensitive: row.sensitive ?? [] } : row, {
      attempt: wait.attempt + 1,
      error: readStored<TaskError>(wait.error),
      until,
      since,
      step: wait.name,
      next: 'the steps before it do not run again',
    });
  const time = until === null ? undefined : clock(until, row.now_on);
  return omitAbsent({
    ...shared,
    kind: 'sleep' as const,
    sentence: `Sleeping in "${wait?.name ?? 'sleep'}" since ${clock(since, row.now_on)}${time === undefined ? '' : `, until ${time}`}.`,
    next: time === undefined ? 'It goes on when its time has come.' : `It goes on by itself at ${time}.`,
  });
}

function explainLock(row: TaskRow, lock: LockHeld | undefined, wait: Wait | undefined, since: string) {
  const name = lock?.name ?? (wait?.name ?? row.wait_name ?? '').replace(/^lock /, '');
  const until =
    lock?.expires_on === null || lock?.expires_on === undefined ? '' : ` until ${clock(lock.expires_on, row.now_on)}`;
  const evidence = lock?.owner ? `is held by ${lock.owner}${until}` : 'is free';
  const ahead = lock === undefined || lock.ahead === 0 ? '' : ` and ${lock.ahead} before it in line`;
  return {
    kind: 'lock' as const,
    sentence: `Waiting since ${clock(since, row.now_on)}: lock "${name}" ${evidence}${ahead}.`,
    next: lock?.owner ? 'It goes on when the lock is released and its turn has come.' : 'It goes on within moments.',
    lock: omitAbsent({ name, isHeld: Boolean(lock?.owner), owner: lock?.owner, expiresOn: lock?.expires_on }),
    aheadCount: lock?.ahead,
    holder:
      lock?.holder_id && lock.holder_run !== null
        ? omitAbsent({ taskId: lock.holder_id, name: lock.holder_name, runCount: lock.holder_run })
        : undefined,
  };
}

function explainEvent(row: TaskRow, name: string, since: string, until: string | null, unused: readonly UnusedEvent[]) {
  const [nearName] = nearest(name, [...new Set(unused.map((event) => event.name))], 1);
  const near = unused.find((event) => event.name === nearName);
  const waiting = `Waiting for event "${name}" since ${clock(since, row.now_on)}`;
  const evidence =
    near === undefined
      ? 'nobody has raised it'
      : `an event named "${near.name}" came at ${clock(near.raised_on, row.now_on)}`;
  const timeout = until === null ? '' : ` Without it, the wait ends at ${clock(until, row.now_on)}.`;
  return {
    kind: 'event' as const,
    sentence: `${waiting}; ${evidence}.`,
    next: `It goes on as soon as "${name}" is raised on this task.${timeout}`,
    eventName: name,
    nearMiss: near === undefined ? undefined : { eventId: String(near.id), name: near.name, raisedOn: near.raised_on },
  };
}

function explainChild(row: TaskRow, wait: Wait | undefined, since: string) {
  const id = wait?.child_task_id;
  const child = id === null || id === undefined ? 'its child task' : `task "${id}"`;
  const status = wait?.child_status ?? undefined;
  return {
    kind: 'task' as const,
    sentence: `Waiting for ${child} since ${clock(since, row.now_on)}${status === undefined ? '' : `, which is ${status}`}.`,
    next: `It goes on when ${child} ends.`,
    child: wait && childOf(wait),
  };
}

function childOf({ child_task_id: taskId, child_name: name, child_status: status }: Wait): WaitingFor['child'] {
  return taskId === null ? undefined : omitAbsent({ taskId, name, status });
}
