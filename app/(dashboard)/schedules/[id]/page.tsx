import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { prefetchSchedule } from '@/lib/dashboard/schedule/prefetch-schedule.ts';
import { SchedulePage } from './schedule-page.tsx';

export const metadata: Metadata = { title: 'Schedule' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { client, scopes } = await requireOperator();
  if (!scopes.includes('tasks/read')) return <MissingScope scope="tasks/read" page="Schedule" />;
  const id = decodeURIComponent((await params).id);
  return (
    <HydrationBoundary state={dehydrate(await prefetchSchedule(client, id))}>
      <SchedulePage key={id} id={id} />
    </HydrationBoundary>
  );
}
