import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { createLoader, type SearchParams } from 'nuqs/server';
import { Button } from '@/components/ui/button.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { requireOperator } from '@/lib/dashboard/operator.ts';
import { makeQueryClient } from '@/lib/dashboard/query-client.ts';
import { readTaskPage } from './read-task-page.ts';
import { taskListKey, taskListParams, taskListQueryOf } from './task-list-state.ts';
import { TasksList } from './tasks-list.tsx';

export const metadata: Metadata = { title: 'Tasks' };

const loadState = createLoader(taskListParams);

export default async function TasksPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { client } = await requireOperator();
  const state = await loadState(searchParams);
  const now = new Date();
  const queryClient = makeQueryClient();
  await queryClient.prefetchQuery({
    queryKey: [...taskListKey(state), ''],
    queryFn: async () => ({ ...(await readTaskPage(client, taskListQueryOf(state, now))), asOf: now.toISOString() }),
  });
  const create = (
    <Button asChild variant="primary">
      <Link href="/tasks/new">
        <Plus aria-hidden /> New task
      </Link>
    </Button>
  );
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHeader title="Tasks" actions={create} className="px-3 pt-3 pb-1" />
      <HydrationBoundary state={dehydrate(queryClient)}>
        <TasksList />
      </HydrationBoundary>
    </div>
  );
}
