import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { lockFilters } from '@/components/lock/lock-filters.ts';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { prefetchList } from '@/lib/dashboard/list/prefetch-list.ts';
import { readLocks } from '@/lib/dashboard/lock/read-locks.ts';
import { LocksPage } from './locks-page.tsx';

export const metadata: Metadata = { title: 'Locks' };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { client, scopes } = await requireOperator();
  if (!scopes.includes('locks/read')) return <MissingScope scope="locks/read" page="Locks" />;
  const state = await prefetchList('locks', lockFilters, searchParams, (params) =>
    readLocks({ client, scopes }, params),
  );
  return (
    <HydrationBoundary state={state}>
      <LocksPage />
    </HydrationBoundary>
  );
}
