import { z } from 'zod';
import type { Bounds, Page, Paging, Queue } from '#contract';
import { type Database, decodePageToken, matchingNames, pageFrom } from '#database';
import { insideBounds } from '../rows/inside-bounds.ts';
import { omitAbsent } from '../rows/omit-absent.ts';

type QueueRow = {
  name: string;
  queued: number;
  running: number;
  oldest_queued_on: string | null;
  worker_count: number;
  slots: number;
};

const list = 'queues';
/** The limit of counting queued and running runs, over all queues and for one queue: see `Queue`. */
const mostCounted = 10_000;
/** Queued runs with a concurrency key that they do not hold yet are in no index of queues. So many are read for all queues. */
const mostKeyed = 100_000;

/**
 * Lists the queues that have tasks or live workers, by name. Finds names with a loose scan of the index on queues and
 * counts up to 10,000 per queue, of the runs inside of bounds. Throws `InvalidContinuationToken`.
 */
export async function listQueues(database: Database, paging: Paging, bounds?: Bounds): Promise<Page<Queue>> {
  const after = decodePageToken(list, paging.continuationToken, z.string()) ?? '';
  const ofNames =
    bounds?.queues === undefined
      ? database``
      : database`and ${matchingNames(database, database`queue`, bounds.queues)}`;
  const rows = await database<QueueRow[]>`
    with recursive of_task as (
      (select queue from task where queue > ${after} order by queue limit 1)
      union all
      select (select queue from task where queue > of_task.queue order by queue limit 1) from of_task
      where of_task.queue is not null
    ), live as (
      select queues, slots from worker where not is_expired and not is_stopping and expires_on > now()
    ), name as (
      select queue from (
        select queue from of_task where queue is not null ${ofNames} limit ${paging.maxPageSize + 1}
      ) seen
      union
      select unnest(queues) from live
    ), page as (
      select queue from name where queue > ${after} ${ofNames} order by queue limit ${paging.maxPageSize + 1}
    ), running as (
      select queue, count(*) as amount from (
        select queue from active_run a where status = 'running' ${insideBounds(database, bounds, 'a')} limit ${mostCounted}
      ) counted group by queue
    ), keyed as materialized (
      select queue, count(*) as amount, min(queued_on) as oldest from (
        select queue, coalesce(requeued_on, queued_on) as queued_on from active_run a
        where status = 'queued' and num_nulls(concurrency_key) = 0 and num_nulls(started_on) = 1
          ${insideBounds(database, bounds, 'a')} limit ${mostKeyed}
      ) counted group by queue
    )
    select page.queue as name, least(queued.amount + coalesce(keyed.amount, 0), ${mostCounted}) as queued,
      coalesce(running.amount, 0) as running, least(queued.oldest, keyed.oldest) as oldest_queued_on,
      serving.worker_count, serving.slots
    from page
    cross join lateral (
      select count(*) as amount, min(queued_on) as oldest from (
        select coalesce(requeued_on, queued_on) as queued_on from active_run a
        where status = 'queued' and (concurrency_key is null or started_on is not null) and queue = page.queue
          ${insideBounds(database, bounds, 'a')} limit ${mostCounted}
      ) counted
    ) queued
    left join keyed on keyed.queue = page.queue
    left join running on running.queue = page.queue
    cross join lateral (
      select count(*) as worker_count, coalesce(sum(slots), 0)::integer as slots from live where page.queue = any(queues)
    ) serving
    order by page.queue`;
  const convert = (row: QueueRow): Queue =>
    omitAbsent({
      name: row.name,
      queued: row.queued,
      running: row.running,
      oldestQueuedOn: row.oldest_queued_on,
      workerCount: row.worker_count,
      slots: row.slots,
    });
  return pageFrom(rows, { list, maxPageSize: paging.maxPageSize, convert, position: (last) => last.name });
}
