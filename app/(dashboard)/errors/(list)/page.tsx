import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { errorFilters } from '@/components/error/error-filters.ts';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { readErrors } from '@/lib/dashboard/error/read-errors.ts';
import { prefetchList } from '@/lib/dashboard/list/prefetch-list.ts';
import { ErrorsPage } from './errors-page.tsx';

export const metadata: Metadata = { title: 'Errors' };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { client, scopes } = await requireOperator();
  if (!scopes.includes('tasks/read')) return <MissingScope scope="tasks/read" page="Errors" />;
  const state = await prefetchList('errors', errorFilters, searchParams, (params) => readErrors(client, params));
  return (
    <HydrationBoundary state={state}>
      <ErrorsPage />
    </HydrationBoundary>
  );
}
