import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { makeQueryClient } from '@/lib/dashboard/query/query-client.ts';
import { readSchedules } from '@/lib/dashboard/schedule/read-schedules.ts';
import { schedulesKey } from '@/lib/dashboard/schedule/schedule-key.ts';
import { SchedulesPage } from './schedules-page.tsx';

export const metadata: Metadata = { title: 'Schedules' };

export default async function Page() {
  const { client, scopes } = await requireOperator();
  if (!scopes.includes('tasks/read')) return <MissingScope scope="tasks/read" page="Schedules" />;
  const queryClient = makeQueryClient();
  await queryClient.prefetchInfiniteQuery({
    queryKey: schedulesKey,
    queryFn: () => readSchedules(client),
    initialPageParam: '',
  });
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <SchedulesPage />
    </HydrationBoundary>
  );
}
