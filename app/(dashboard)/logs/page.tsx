import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { foundLogFilters } from '@/components/log/found-log-filters.ts';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { prefetchList } from '@/lib/dashboard/list/prefetch-list.ts';
import { readFoundLogs } from '@/lib/dashboard/log/read-found-logs.ts';
import { LogsPage } from './logs-page.tsx';

export const metadata: Metadata = { title: 'Logs' };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { client, scopes } = await requireOperator();
  for (const scope of ['logs/read', 'tasks/read'] as const)
    if (!scopes.includes(scope)) return <MissingScope scope={scope} page="Logs" />;
  const state = await prefetchList('logs', foundLogFilters, searchParams, (params) =>
    readFoundLogs({ client, scopes }, params),
  );
  return (
    <HydrationBoundary state={state}>
      <LogsPage />
    </HydrationBoundary>
  );
}
