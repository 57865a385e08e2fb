import { z } from 'zod';
import type { Bounds, EventWait, EventWaitListFilter, Page } from '#contract';
import { type Database, decodePageToken, type Fragment, pageFrom, type Transaction } from '#database';
import { insideBounds } from '../rows/inside-bounds.ts';
import { omitAbsent } from '../rows/omit-absent.ts';

const list = 'event waits';
const position = z.strictObject({ key: z.int(), sequence: z.int32() });

type WaitRow = {
  task_key: number;
  id: string;
  type: string;
  run_count: number;
  sequence: number;
  name: string;
  since: string;
  until: string | null;
};

/** More waits of names with one beginning are not sorted: the newest of all waits are compared with the beginning. */
const mostSorted = 20_000;

/** `count`: so many rows are needed. `before`: the place of the last row that was read. */
type Wanted = {
  name: string | undefined;
  bounds: Bounds | undefined;
  before: z.output<typeof position> | undefined;
  count: number;
};

/**
 * Lists the waits for an event, newest tasks first. A run without `wait_sequence` has several waits, which are in its
 * steps. Throws `InvalidContinuationToken`.
 */
export async function listEventWaits(
  database: Database | Transaction,
  filter: EventWaitListFilter,
  bounds?: Bounds,
): Promise<Page<EventWait>> {
  const before = decodePageToken(list, filter.continuationToken, position);
  const wanted = { name: filter.name, bounds, before, count: filter.maxPageSize + 1 };
  const isSorted = filter.taskId === undefined && (await hasFew(database, filter.name));
  const single =
    filter.taskId === undefined
      ? singleWaits(database, wanted, isSorted)
      : database`select key as task_key from task where id = ${filter.taskId}`;
  const ofTask =
    filter.taskId === undefined
      ? database``
      : database`and a.task_key = (select key from task where id = ${filter.taskId})`;
  const after =
    before === undefined
      ? database``
      : database`and a.task_key <= ${before.key} and (a.task_key < ${before.key} or w.sequence > ${before.sequence})`;
  const named = filter.name === undefined ? database`` : database`and ${nameMatches(database, filter.name, 'w.name')}`;
  const inside = insideBounds(database, bounds, 'a');
  const rows = await database<WaitRow[]>`
    with recursive single as materialized (${single}), wait as materialized (
      (select a.task_key, a.type, a.run_count, a.waiting_since, w.*
      from single, lateral (select * from active_run where task_key = single.task_key offset 0) a,
        lateral (select a.wait_sequence, a.wait_name, a.due_on) w (sequence, name, until)
      where ${waitsForOne(database)} ${after} ${named} ${inside})
      union all
      (select a.task_key, a.type, a.run_count, a.waiting_since, w.*
      from active_run a, lateral (
        select s.sequence, s.event_name, s.wake_on from step s
        where s.task_key = a.task_key and s.run_count = a.run_count and s.status = 'waiting' and s.kind = 'event'
        order by s.sequence
      ) w (sequence, name, until)
      where a.status = 'waiting' and a.wait_sequence is null ${ofTask} ${after} ${named} ${inside}
        and a.task_key >= (select case when count(*) < ${wanted.count} then 0 else min(task_key) end from single)
      order by a.task_key desc, w.sequence limit ${wanted.count})
      order by task_key desc, sequence limit ${wanted.count}
    )
    select wait.task_key, t.id, wait.type, wait.run_count, wait.sequence, wait.name, wait.until,
      coalesce((select s.started_on from step s
        where s.task_key = wait.task_key and s.run_count = wait.run_count and s.sequence = wait.sequence),
        wait.waiting_since) as since
    from wait join task t on t.key = wait.task_key
    order by wait.task_key desc, wait.sequence`;
  const convert = (row: WaitRow): EventWait =>
    omitAbsent({
      taskId: row.id,
      type: row.type,
      runCount: row.run_count,
      sequence: row.sequence,
      eventName: row.name,
      since: row.since,
      until: row.until,
    });
  return pageFrom(rows, {
    list,
    maxPageSize: filter.maxPageSize,
    convert,
    position: ({ task_key: key, sequence }) => ({ key, sequence }),
  });
}

/** The condition of the indexes of runs `a` that wait for one event. */
function waitsForOne(database: Database | Transaction): Fragment {
  return database`a.status = 'waiting' and a.wait_kind = 'event' and a.wait_sequence is not null`;
}

/**
 * Selects the keys of the newest runs that wait for one event. Names with a beginning that few have are sorted. Otherwise the
 * newest of each type and queue are read, by an index that has them in this order: so what others wait for takes no time.
 */
function singleWaits(
  database: Database | Transaction,
  { name, bounds, before, count }: Wanted,
  isSorted: boolean,
): Fragment {
  const older = before === undefined ? database`` : database`and a.task_key < ${before.key}`;
  const newest = database`order by task_key desc limit ${count}`;
  const named = name === undefined ? database`` : database`and ${nameMatches(database, name, 'a.wait_name')}`;
  if (isSorted)
    return database`
      select task_key from (
        select a.task_key from active_run a
        where ${waitsForOne(database)} ${named} ${older} ${insideBounds(database, bounds, 'a')} offset 0
      ) found ${newest}`;
  const ofName = name === undefined || name.endsWith('*') ? database`` : named;
  return database`
    select task_key from (
      with recursive place as (
        (select type, queue from active_run a where ${waitsForOne(database)} ${ofName} order by type, queue limit 1)
        union all
        select next.type, next.queue from place, lateral (
          select type, queue from active_run a
          where ${waitsForOne(database)} ${ofName} and (a.type, a.queue) > (place.type, place.queue)
          order by type, queue limit 1
        ) next
      )
      select found.task_key from place p, lateral (
        select a.task_key from active_run a
        where ${waitsForOne(database)} ${named} and a.type = p.type and a.queue = p.queue ${older} ${newest}
      ) found
      where true ${insideBounds(database, bounds, 'p')}
    ) found ${newest}`;
}

/** Whether a name is a beginning, and so few runs wait for one event of such a name that all of them are sorted. */
async function hasFew(database: Database | Transaction, name: string | undefined): Promise<boolean> {
  if (name?.endsWith('*') !== true) return false;
  const [row] = await database<{ count: number }[]>`
    select count(*)::integer as count from (
      select from active_run a where ${waitsForOne(database)} and ${nameMatches(database, name, 'a.wait_name')}
      limit ${mostSorted + 1}) found`;
  return (row?.count ?? 0) <= mostSorted;
}

/** The condition that a name is this one, or begins with what is before `*`, as the index of names compares. */
function nameMatches(database: Database | Transaction, name: string, column: 'a.wait_name' | 'w.name'): Fragment {
  const compared = database`${database(column)} collate "C"`;
  if (!name.endsWith('*')) return database`${compared} = ${name}`;
  const prefix = name.slice(0, -1);
  return database`${compared} >= ${prefix} and ${compared} < ${prefix} || chr(1114111)`;
}
