import 'server-only';
import type { TaskClient } from '#client';
import { type Lock, lockListQuery } from '#contract';
import { readListOptions } from '../list/list-options.ts';
import { type ListPage, readPage } from '../list/page.ts';

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
