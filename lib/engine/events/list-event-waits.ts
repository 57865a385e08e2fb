import { z } from 'zod';
import type { Bounds, EventWait, EventWaitListFilter, Page } from '#contract';
import { beginningWith, type Database, decodePageToken, pageFrom } from '#database';
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

/**
 * Lists the waits for an event, newest tasks first. A run without `wait_sequence` has several waits, which are in its
 * steps. Throws `InvalidContinuationToken`.
 */
export async function listEventWaits(
  database: Database,
  filter: EventWaitListFilter,
  bounds?: Bounds,
): Promise<Page<EventWait>> {
  const before = decodePageToken(list, filter.continuationToken, position);
  const prefix = filter.name?.endsWith('*') ? filter.name.slice(0, -1) : undefined;
  const conditions = [
    before === undefined
      ? database``
      : database`and a.task_key <= ${before.key} and (a.task_key < ${before.key} or w.sequence > ${before.sequence})`,
    filter.taskId === undefined
      ? database``
      : database`and a.task_key = (select key from task where id = ${filter.taskId})`,
    filter.name === undefined
      ? database``
      : prefix === undefined
        ? database`and w.name = ${filter.name}`
        : database`and w.name like ${beginningWith(prefix)}`,
  ];
  const rows = await database<WaitRow[]>`
    with wait as materialized (
      select a.task_key, a.type, a.run_count, a.waiting_since, w.*
      from active_run a
      cross join lateral (
        select a.wait_sequence, a.wait_name, a.due_on where a.wait_kind = 'event' and a.wait_sequence is not null
        union all
        select s.sequence, s.event_name, s.wake_on from step s
        where a.wait_sequence is null and s.task_key = a.task_key and s.run_count = a.run_count
          and s.status = 'waiting' and s.kind = 'event'
      ) w (sequence, name, until)
      where a.status = 'waiting' ${conditions} ${insideBounds(database, bounds, 'a')}
      order by a.task_key desc, w.sequence limit ${filter.maxPageSize + 1}
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
