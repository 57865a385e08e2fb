import 'server-only';
import type { TaskClient } from '#client';
import {
  type AuditRecord,
  auditListQuery,
  type EventWait,
  type ExternalEvent,
  eventListQuery,
  eventWaitListQuery,
  type Lock,
  lockListQuery,
} from '#contract';
import { readListOptions } from './list-options.ts';
import { type ListPage, readPage } from './page.ts';

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

/** A page of the locks that are held, by name. */
export function readLocks(
  client: TaskClient,
  params: URLSearchParams,
  abortSignal?: AbortSignal,
): Promise<ListPage<Lock>> {
  const { continuationToken, maxPageSize, ...filter } = readListOptions(lockListQuery, params);
  const locks = client.getLocksClient().listLocksAsync({ ...filter, abortSignal });
  return readPage(locks, { continuationToken, maxPageSize });
}

/** A page of the audit trail, newest first. */
export function readAudit(
  client: TaskClient,
  params: URLSearchParams,
  abortSignal?: AbortSignal,
): Promise<ListPage<AuditRecord>> {
  const { continuationToken, maxPageSize, ...filter } = readListOptions(auditListQuery, params);
  return readPage(client.listAuditAsync({ ...filter, abortSignal }), { continuationToken, maxPageSize });
}
