import 'server-only';
import type { TaskClient } from '#client';
import { type EventWait, type ExternalEvent, eventListQuery, eventWaitListQuery } from '#contract';
import { readListOptions } from '../list/list-options.ts';
import { type ListPage, readPage } from '../list/page.ts';

/** A page of all external events, newest first, with the filters of an address. */
export function readEvents(
  client: TaskClient,
  params: URLSearchParams,
  abortSignal?: AbortSignal,
): Promise<ListPage<ExternalEvent>> {
  const { continuationToken, maxPageSize, ...filter } = readListOptions(eventListQuery, params);
  return readPage(client.listEventsAsync({ ...filter, abortSignal }), { continuationToken, maxPageSize });
}

/** A page of the runs that wait for an event now. */
export function readEventWaits(
  client: TaskClient,
  params: URLSearchParams,
  abortSignal?: AbortSignal,
): Promise<ListPage<EventWait>> {
  const { continuationToken, maxPageSize, ...filter } = readListOptions(eventWaitListQuery, params);
  return readPage(client.listEventWaitsAsync({ ...filter, abortSignal }), { continuationToken, maxPageSize });
}
