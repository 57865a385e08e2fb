import { filterSearchParams } from '@/components/filter/apply-filter.ts';
import type { TaskRow } from '@/components/task/task-row.ts';
import type { ListPage } from '../list/page.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { idChunks } from '../query/id-chunks.ts';
import { type TaskListState, taskListQueryOf } from './task-list-state.ts';

/** A page of the list; the first also carries the time that its relative filters counted from. */
export type TaskPage = ListPage<TaskRow> & { asOf: string };

/** Reads a page of a list. Later pages keep the first one's time, so that all of them are one list. */
export async function fetchTaskPage(
  state: TaskListState,
  { token, asOf, signal }: { token?: string | undefined; asOf: string; signal?: AbortSignal },
): Promise<TaskPage> {
  const params = filterSearchParams(taskListQueryOf(state, new Date(asOf)));
  if (token !== undefined) params.set('continuationToken', token);
  const page = await fetchJson<ListPage<TaskRow>>(`/api/tasks?${params}`, signal && { signal });
  return { ...page, asOf };
}

/** Reads these tasks as they are now, with their values at some paths; those that no longer exist are left out. */
export async function fetchTasks(ids: readonly string[], values: readonly string[] = []): Promise<TaskRow[]> {
  const pages = await Promise.all(
    idChunks(ids).map((id) =>
      fetchJson<ListPage<TaskRow>>(`/api/tasks?${filterSearchParams({ id, values: [...values], maxPageSize: '100' })}`),
    ),
  );
  return pages.flatMap(({ value }) => value);
}
