import { z } from 'zod';
import type { Bounds, EventListFilter, ExternalEvent, Page, Paging } from '#contract';
import {
  beginningWith,
  boundedPageFrom,
  type Database,
  decodePageToken,
  type Fragment,
  isOfRemovedRun,
  jsonBytes,
  withinPageBytes,
} from '#database';
import { insideBounds } from '../rows/inside-bounds.ts';
import { findTaskKey } from '../tasks/task-not-found.ts';
import { type EventRow, eventColumns, eventRecord } from './event-row.ts';

/** Lists the events of one task in the order raised. Throws `TaskNotFound`, `InvalidContinuationToken`. */
export async function listTaskEvents(database: Database, id: string, paging: Paging): Promise<Page<ExternalEvent>> {
  const key = await findTaskKey(database, id);
  const list = ['events of a task', id];
  const after = decodePageToken(list, paging.continuationToken, z.int()) ?? 0;
  const rows = await database<(EventRow & { page_total: number })[]>`${withinPageBytes(
    database,
    database`
      select ${eventColumns(database)}, ${jsonBytes(database, 'e.data')} as page_bytes
      ${fromEvents(database)}
      and e.task_key = ${key} and e.id > ${after} order by e.task_key, e.id limit ${paging.maxPageSize + 1}`,
  )}`;
  return boundedPageFrom(rows, {
    list,
    maxPageSize: paging.maxPageSize,
    convert: eventRecord,
    position: (last) => last.id,
  });
}

/** Lists the events of all tasks inside of bounds, newest first. Throws `InvalidContinuationToken`. */
export async function listEvents(
  database: Database,
  filter: EventListFilter,
  bounds?: Bounds,
): Promise<Page<ExternalEvent>> {
  const list = 'events';
  const before = decodePageToken(list, filter.continuationToken, z.int());
  const prefix = filter.name?.endsWith('*') ? filter.name.slice(0, -1) : undefined;
  const conditions = [
    before === undefined ? database`` : database`and e.id < ${before}`,
    filter.id === undefined ? database`` : database`and e.id = ${filter.id}`,
    filter.taskId === undefined
      ? database``
      : database`and e.task_key = (select key from task where id = ${filter.taskId})`,
    filter.name === undefined
      ? database``
      : prefix === undefined
        ? database`and e.name = ${filter.name}`
        : database`and e.name like ${beginningWith(prefix)}`,
    filter.consumed === undefined
      ? database``
      : filter.consumed
        ? database`and e.consumed_on is not null`
        : database`and e.consumed_on is null`,
    filter.raisedAfter === undefined ? database`` : database`and e.raised_on >= ${filter.raisedAfter}`,
    filter.raisedBefore === undefined ? database`` : database`and e.raised_on < ${filter.raisedBefore}`,
  ];
  const rows = await database<(EventRow & { page_total: number })[]>`${withinPageBytes(
    database,
    database`
      select ${eventColumns(database)}, ${jsonBytes(database, 'e.data')} as page_bytes
      ${fromEvents(database)}
      ${conditions} ${insideBounds(database, bounds)} order by e.id desc limit ${filter.maxPageSize + 1}`,
  )}`;
  return boundedPageFrom(rows, {
    list,
    maxPageSize: filter.maxPageSize,
    convert: eventRecord,
    position: (last) => last.id,
  });
}

/** The events `e` with their tasks `t`. Those that a removed run has consumed are about to be deleted with it. */
function fromEvents(database: Database): Fragment {
  return database`from external_event e join task t on t.key = e.task_key
    where not ${isOfRemovedRun(database, database`e.task_key`, database`e.consumed_run_count`)}`;
}
