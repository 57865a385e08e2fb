import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { prefetchNewTask } from '@/lib/dashboard/task/new/prefetch-new-task.ts';
import { NewTask } from '@/lib/dashboard/task/parts/new-task.tsx';

export const metadata: Metadata = { title: 'New schedule' };

export default async function NewSchedulePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { state, initial, origin } = await prefetchNewTask(await requireOperator(), searchParams);
  return (
    <HydrationBoundary state={state}>
      <NewTask isSchedule initial={{ ...initial, start: 'schedule' }} origin={origin} />
    </HydrationBoundary>
  );
}
