import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { makeQueryClient } from '@/lib/dashboard/query/query-client.ts';
import { readSchedules } from '@/lib/dashboard/schedule/read-schedules.ts';
import { SchedulesPage } from './schedules-page.tsx';

export const metadata: Metadata = { title: 'Schedules' };

export default async function Page() {
  const { client } = await requireOperator();
  const queryClient = makeQueryClient();
  await queryClient.prefetchQuery({ queryKey: ['schedules'], queryFn: () => readSchedules(client) });
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <SchedulesPage />
    </HydrationBoundary>
  );
}
