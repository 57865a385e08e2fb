import 'server-only';
import { type DehydratedState, dehydrate } from '@tanstack/react-query';
import { createLoader, type SearchParams } from 'nuqs/server';
import { applyFilter, type FilterTable, filterSearchParams } from '@/components/filter/apply-filter.ts';
import { printFilter } from '@/components/filter/clause.ts';
import { presentTime } from '@/components/ui/present.ts';
import { makeQueryClient } from '../query/query-client.ts';
import { filterParam } from './filter-param.ts';
import type { ListPage } from './page.ts';

const loadFilter = createLoader({ filter: filterParam });

/** The first page of a `FilteredList`, read while its page is rendered. A failure is left to the browser to meet. */
export async function prefetchList(
  subject: string,
  filters: FilterTable,
  searchParams: Promise<SearchParams>,
  read: (params: URLSearchParams) => Promise<ListPage<unknown>>,
): Promise<DehydratedState> {
  const { filter } = await loadFilter(searchParams);
  const queryClient = makeQueryClient();
  await queryClient.prefetchInfiniteQuery({
    queryKey: [subject, 'list', printFilter(filter)],
    queryFn: async () => {
      const params = filterSearchParams(applyFilter(filters, filter, new Date(presentTime())).query);
      return { ...(await read(params)), query: params.toString() };
    },
    initialPageParam: '',
  });
  return dehydrate(queryClient);
}
