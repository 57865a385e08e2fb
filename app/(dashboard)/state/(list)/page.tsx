import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { createLoader, parseAsString, type SearchParams } from 'nuqs/server';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { makeQueryClient } from '@/lib/dashboard/query/query-client.ts';
import { readStores } from '@/lib/dashboard/state/read-state.ts';
import { StoresPage } from './stores-page.tsx';

export const metadata: Metadata = { title: 'State' };

const loadParams = createLoader({ search: parseAsString.withDefault('') });

export default async function StatePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { client, scopes } = await requireOperator();
  if (!scopes.includes('state/read')) return <MissingScope scope="state/read" page="State" />;
  const { search } = await loadParams(searchParams);
  const queryClient = makeQueryClient();
  await queryClient.prefetchInfiniteQuery({
    queryKey: ['state', 'stores', search],
    queryFn: () => readStores(client, new URLSearchParams(search === '' ? {} : { search }), {}),
    initialPageParam: '',
  });
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <StoresPage />
    </HydrationBoundary>
  );
}
