import 'server-only';
import { type EventWait, type ExternalEvent, eventListQuery, eventWaitListQuery } from '#contract';
import type { Named } from '@/components/task/task-names.ts';
import { readListOptions } from '../list/list-options.ts';
import { type ListPage, readPage } from '../list/page.ts';
import { type NameReader, nameTasks } from '../task/name-tasks.ts';

/** A page of all external events, newest first, with the filters of an address and the names of their tasks. */
export async function readEvents(reader: NameReader, params: URLSearchParams): Promise<ListPage<Named<ExternalEvent>>> {
  const { continuationToken, maxPageSize, ...filter } = readListOptions(eventListQuery, params);
  const events = reader.client.listEventsAsync({ ...filter, abortSignal: reader.signal });
  return withNames(reader, await readPage(events, { continuationToken, maxPageSize }));
}

/** A page of the runs that wait for an event now, with the names of their tasks. */
export async function readEventWaits(reader: NameReader, params: URLSearchParams): Promise<ListPage<Named<EventWait>>> {
  const { continuationToken, maxPageSize, ...filter } = readListOptions(eventWaitListQuery, params);
  const waits = reader.client.listEventWaitsAsync({ ...filter, abortSignal: reader.signal });
  return withNames(reader, await readPage(waits, { continuationToken, maxPageSize }));
}

async function withNames<Row extends { taskId: string }>(reader: NameReader, page: ListPage<Row>) {
  return { ...page, value: await nameTasks(reader, page.value, ({ taskId }) => [taskId]) };
}
