import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { prefetchNewTask } from '@/lib/dashboard/task/new/prefetch-new-task.ts';
import { NewTask } from '@/lib/dashboard/task/parts/new-task.tsx';

export const metadata: Metadata = { title: 'New task' };

export default async function NewTaskPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { state, initial, origin } = await prefetchNewTask(await requireOperator(), searchParams);
  return (
    <HydrationBoundary state={state}>
      <NewTask initial={initial} origin={origin} />
    </HydrationBoundary>
  );
}
