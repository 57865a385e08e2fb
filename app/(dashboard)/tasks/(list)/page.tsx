import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { createLoader, parseAsString, type SearchParams } from 'nuqs/server';
import { layoutsFrom } from '@/components/table/layout-cookie.ts';
import { listedPaths } from '@/components/task/value-path.ts';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { firstPageKey } from '@/lib/dashboard/list/page.ts';
import { makeQueryClient } from '@/lib/dashboard/query/query-client.ts';
import { readTaskPage } from '@/lib/dashboard/task/read-task-page.ts';
import { taskListKey, taskListParams, taskListQueryOf } from '@/lib/dashboard/task/task-list-state.ts';
import { TasksList } from './tasks-list.tsx';

export const metadata: Metadata = { title: 'Tasks' };

const loadState = createLoader({ ...taskListParams, columns: parseAsString });

export default async function TasksPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { client } = await requireOperator();
  const [{ columns, ...given }, kept] = await Promise.all([loadState(searchParams), cookies()]);
  const layout = columns ?? layoutsFrom(kept.getAll()).get('tasks') ?? '';
  const state = { ...given, values: listedPaths(layout) };
  const now = new Date();
  const queryClient = makeQueryClient();
  await queryClient.prefetchQuery({
    queryKey: firstPageKey(taskListKey(state)),
    queryFn: async () => ({ ...(await readTaskPage(client, taskListQueryOf(state, now))), asOf: now.toISOString() }),
  });
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHeader title="Tasks" />
      <HydrationBoundary state={dehydrate(queryClient)}>
        <TasksList />
      </HydrationBoundary>
    </div>
  );
}
