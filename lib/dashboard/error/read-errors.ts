import 'server-only';
import type { TaskClient } from '#client';
import { type ErrorGroup, errorGroupListQuery } from '#contract';
import { openStatuses } from '@/components/error/group-status.ts';
import { readListOptions } from '../list/list-options.ts';
import { type ListPage, readPage } from '../list/page.ts';

/** A page of error groups, those that hurt now first. Without a status in the filter, those that are open. */
export function readErrors(
  client: TaskClient,
  params: URLSearchParams,
  abortSignal?: AbortSignal,
): Promise<ListPage<ErrorGroup>> {
  const { continuationToken, maxPageSize, status, ...filter } = readListOptions(errorGroupListQuery, params);
  const groups = client.listErrorGroupsAsync({ ...filter, status: status ?? [...openStatuses], abortSignal });
  return readPage(groups, { continuationToken, maxPageSize });
}
