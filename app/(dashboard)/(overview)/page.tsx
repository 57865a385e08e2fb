import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { overviewParams } from '@/lib/dashboard/overview/overview-window.ts';
import { readOverview } from '@/lib/dashboard/overview/read-overview.ts';
import { makeQueryClient } from '@/lib/dashboard/query/query-client.ts';
import { OverviewPage } from './overview-page.tsx';

export const metadata: Metadata = { title: 'Overview' };

const loadState = createLoader(overviewParams);

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { client } = await requireOperator();
  const { window } = await loadState(searchParams);
  const queryClient = makeQueryClient();
  await queryClient.prefetchQuery({ queryKey: ['overview', window], queryFn: () => readOverview(client, window) });
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <OverviewPage />
    </HydrationBoundary>
  );
}
