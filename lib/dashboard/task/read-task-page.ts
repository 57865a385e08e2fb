import 'server-only';
import type { TaskClient } from '#client';
import { taskListQuery } from '#contract';
import type { FilterQuery } from '@/components/filter/apply-filter.ts';
import { type TaskRow, toTaskRow } from '@/components/task/task-row.ts';
import { parseListQuery } from '../list/list-options.ts';
import { type ListPage, readPage } from '../list/page.ts';

/** One page of the task list, as the service's own query asks for it. */
export async function readTaskPage(
  client: TaskClient,
  query: FilterQuery,
  signal?: AbortSignal,
): Promise<ListPage<TaskRow>> {
  const { continuationToken, maxPageSize, ...filter } = parseListQuery(taskListQuery, query);
  const options = { ...filter, includeInput: false, includeOutput: false, ...(signal && { abortSignal: signal }) };
  const list = client.listTasksAsync(options);
  const page = await readPage(list, { continuationToken, maxPageSize });
  return { ...page, value: page.value.map(toTaskRow) };
}
