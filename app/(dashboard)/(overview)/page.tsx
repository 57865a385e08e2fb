import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { overviewParams } from '@/lib/dashboard/overview/overview-window.ts';
import { readOverview } from '@/lib/dashboard/overview/read-overview.ts';
import { prefetch } from '@/lib/dashboard/query/prefetch.ts';
import { OverviewPage } from './overview-page.tsx';

export const metadata: Metadata = { title: 'Overview' };

const loadState = createLoader(overviewParams);

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { client, scopes } = await requireOperator();
  if (!scopes.includes('tasks/read')) return <MissingScope scope="tasks/read" page="Overview" />;
  const { window } = await loadState(searchParams);
  return (
    <HydrationBoundary state={await prefetch(['overview', window], () => readOverview(client, window))}>
      <OverviewPage />
    </HydrationBoundary>
  );
}
