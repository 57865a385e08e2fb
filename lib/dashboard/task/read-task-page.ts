import 'server-only';
import type { TaskClient } from '#client';
import { taskListQuery } from '#contract';
import type { FilterQuery } from '@/components/filter/apply-filter.ts';
import { type TaskRow, toTaskRow } from '@/components/task/task-row.ts';
import { type ListPage, readPage } from '../list/page.ts';
import { ProblemError } from '../problem/problem.ts';

/** One page of the task list, as the service's own query asks for it. */
export async function readTaskPage(
  client: TaskClient,
  query: FilterQuery,
  signal?: AbortSignal,
): Promise<ListPage<TaskRow>> {
  const asked = taskListQuery.safeParse(query);
  if (!asked.success) throw refused(asked.error.issues);
  const { continuationToken, maxPageSize, ...filter } = asked.data;
  const list = client.listTasksAsync({ ...filter, ...(signal && { abortSignal: signal }) });
  const page = await readPage(list, { continuationToken, maxPageSize });
  return { ...page, value: page.value.map(toTaskRow) };
}

/** The parameters of an address as a query: a list where one is given several times. */
export function queryOf(params: URLSearchParams): FilterQuery {
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const values = params.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

function refused(issues: readonly { path: PropertyKey[]; message: string }[]): ProblemError {
  const errors = issues.map(({ path, message }) => ({ pointer: `query/${path.map(String).join('/')}`, message }));
  return new ProblemError({ code: 'InvalidRequest', detail: 'The list cannot be read with this filter.', errors });
}
