import 'server-only';
import { type DehydratedState, dehydrate } from '@tanstack/react-query';
import { createLoader, type SearchParams } from 'nuqs/server';
import type { TaskClient } from '#client';
import { filterSearchParams } from '@/components/filter/apply-filter.ts';
import { presentTime } from '@/components/ui/present.ts';
import { answerMissing } from '../access/answer-head.ts';
import { makeQueryClient } from '../query/query-client.ts';
import { entryListKey, entryListQuery } from './entry-list-state.ts';
import { nullWhereMissing, readEntries, readEntry } from './read-state.ts';
import { storeParams } from './store-params.ts';

const loadParams = createLoader(storeParams);

/** What a store's page shows first, read while it is rendered. Without the store or the open entry the page is a 404. */
export async function prefetchStore(
  client: TaskClient,
  storeName: string,
  searchParams: Promise<SearchParams>,
): Promise<DehydratedState> {
  const { filter, sort, entry } = await loadParams(searchParams);
  const now = new Date(presentTime());
  const queryClient = makeQueryClient();
  const query = filterSearchParams({ store: storeName, ...entryListQuery({ filter, sort }, now) });
  const storeKey = ['state', storeName, 'store'];
  const entryKey = (id: string) => ['state', storeName, 'entry', id];
  await Promise.all([
    queryClient.prefetchInfiniteQuery({
      queryKey: entryListKey({ storeName, filter, sort }),
      queryFn: async () => ({ ...(await readEntries(client, query, {})), asOf: now.toISOString() }),
      initialPageParam: '',
    }),
    queryClient.prefetchQuery({
      queryKey: storeKey,
      // a store appears with its first entry; until then its page is an empty one
      queryFn: () => client.getStateClient().getStoreAsync(storeName).catch(nullWhereMissing),
    }),
    entry !== null &&
      queryClient.prefetchQuery({
        queryKey: entryKey(entry),
        queryFn: () => readEntry(client, storeName, entry, {}).catch(nullWhereMissing),
      }),
  ]);
  const keys = [storeKey, ...(entry === null ? [] : [entryKey(entry)])];
  if (keys.some((key) => queryClient.getQueryData(key) === null)) answerMissing();
  return dehydrate(queryClient);
}
