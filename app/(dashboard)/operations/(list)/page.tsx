import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { bulkFilters } from '@/components/bulk/bulk-filters.ts';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { readBulkOperations } from '@/lib/dashboard/bulk/read-bulk.ts';
import { prefetchList } from '@/lib/dashboard/list/prefetch-list.ts';
import { OperationsPage } from './operations-page.tsx';

export const metadata: Metadata = { title: 'Operations' };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { client, scopes } = await requireOperator();
  if (!scopes.includes('tasks/read')) return <MissingScope scope="tasks/read" page="Operations" />;
  const state = await prefetchList('operations', bulkFilters, searchParams, (params) =>
    readBulkOperations(client, params),
  );
  return (
    <HydrationBoundary state={state}>
      <OperationsPage />
    </HydrationBoundary>
  );
}
