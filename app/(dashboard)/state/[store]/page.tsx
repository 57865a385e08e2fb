import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { filterSearchParams } from '@/components/filter/apply-filter.ts';
import { requireOperator } from '@/lib/dashboard/operator.ts';
import { makeQueryClient } from '@/lib/dashboard/query-client.ts';
import { nullWhereMissing, readEntries, readEntry } from '../read-state.ts';
import { storeParams } from '../store-params.ts';
import { entryListKey, entryListQuery } from './entry-list-state.ts';
import { StorePage } from './store-page.tsx';

type Props = { params: Promise<{ store: string }>; searchParams: Promise<SearchParams> };

const loadParams = createLoader(storeParams);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: decodeURIComponent((await params).store) };
}

export default async function StoreEntriesPage({ params, searchParams }: Props) {
  const { client } = await requireOperator();
  const storeName = decodeURIComponent((await params).store);
  const { filter, sort, entry } = await loadParams(searchParams);
  const now = new Date();
  const queryClient = makeQueryClient();
  const query = filterSearchParams({ store: storeName, ...entryListQuery({ filter, sort }, now) });
  await Promise.all([
    queryClient.prefetchInfiniteQuery({
      queryKey: entryListKey({ storeName, filter, sort }),
      queryFn: async () => ({ ...(await readEntries(client, query, {})), asOf: now.toISOString() }),
      initialPageParam: '',
    }),
    queryClient.prefetchQuery({
      queryKey: ['state', storeName, 'store'],
      // a store appears with its first entry; until then its page is an empty one
      queryFn: () => client.getStateClient().getStoreAsync(storeName).catch(nullWhereMissing),
    }),
    entry !== null &&
      queryClient.prefetchQuery({
        queryKey: ['state', storeName, 'entry', entry],
        queryFn: () => readEntry(client, storeName, entry, {}).catch(nullWhereMissing),
      }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <StorePage key={storeName} storeName={storeName} />
    </HydrationBoundary>
  );
}
