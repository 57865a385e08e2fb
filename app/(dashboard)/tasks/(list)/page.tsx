import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { firstPageKey } from '@/lib/dashboard/list/page.ts';
import { makeQueryClient } from '@/lib/dashboard/query/query-client.ts';
import { readTaskPage } from '@/lib/dashboard/task/read-task-page.ts';
import { taskListKey, taskListParams, taskListQueryOf } from '@/lib/dashboard/task/task-list-state.ts';
import { TasksList } from './tasks-list.tsx';

export const metadata: Metadata = { title: 'Tasks' };

const loadState = createLoader(taskListParams);

export default async function TasksPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { client } = await requireOperator();
  const state = await loadState(searchParams);
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
