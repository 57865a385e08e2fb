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
    select a.task_key, t.id, a.type, a.run_count, w.sequence, w.name, w.since, w.until
    from active_run a join task t on t.key = a.task_key
    cross join lateral (
      select a.wait_sequence, a.wait_name, coalesce(
        (select s.started_on from step s
          where s.task_key = a.task_key and s.run_count = a.run_count and s.sequence = a.wait_sequence),
        a.waiting_since), a.due_on where a.wait_kind = 'event' and a.wait_sequence is not null
      union all
      select s.sequence, s.event_name, s.started_on, s.wake_on from step s
      where a.wait_sequence is null and s.task_key = a.task_key and s.run_count = a.run_count
        and s.status = 'waiting' and s.kind = 'event'
    ) w (sequence, name, since, until)
    where a.status = 'waiting' ${conditions} ${insideBounds(database, bounds)}
    order by a.task_key desc, w.sequence limit ${filter.maxPageSize + 1}`;
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
