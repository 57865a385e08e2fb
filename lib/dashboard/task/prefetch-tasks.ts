import 'server-only';
import { type DehydratedState, dehydrate } from '@tanstack/react-query';
import type { TaskClient } from '#client';
import { printWritten } from '@/components/filter/written-clause.ts';
import { taskFilters } from '@/components/task/task-filters.ts';
import { notMovingView } from '@/components/task/task-views.ts';
import { presentTime } from '@/components/ui/present.ts';
import { firstPageKey } from '../list/page.ts';
import { overviewParams } from '../overview/overview-window.ts';
import { readOverview } from '../overview/read-overview.ts';
import { makeQueryClient } from '../query/query-client.ts';
import { readTaskPage } from './read-task-page.ts';
import { type TaskListState, taskListKey, taskListQueryOf } from './task-list-state.ts';

/** Reads what the page of the task list shows first. A failure is left to the browser to meet. */
export async function prefetchTasks(client: TaskClient, state: TaskListState): Promise<DehydratedState> {
  const queries = makeQueryClient();
  const now = new Date(presentTime());
  const window = overviewParams.window.defaultValue;
  await Promise.all([
    queries.prefetchQuery({
      queryKey: firstPageKey(taskListKey(state)),
      queryFn: async () => ({ ...(await readTaskPage(client, taskListQueryOf(state, now))), asOf: now.toISOString() }),
    }),
    printWritten(taskFilters, state.filter) === notMovingView.filter &&
      queries.prefetchQuery({ queryKey: ['overview', window], queryFn: () => readOverview(client, window) }),
  ]);
  return dehydrate(queries);
}
