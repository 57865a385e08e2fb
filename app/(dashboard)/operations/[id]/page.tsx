import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { bulkResultFilters } from '@/components/bulk/bulk-filters.ts';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { bulkKey } from '@/lib/dashboard/bulk/bulk-key.ts';
import { openBulkOperation } from '@/lib/dashboard/bulk/open-bulk-operation.ts';
import { readBulkResults } from '@/lib/dashboard/bulk/read-bulk.ts';
import { prefetchList } from '@/lib/dashboard/list/prefetch-list.ts';
import { makeQueryClient } from '@/lib/dashboard/query/query-client.ts';
import { OperationPage } from './operation-page.tsx';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export const metadata: Metadata = { title: 'Operation' };

export default async function Page({ params, searchParams }: Props) {
  const { client, scopes } = await requireOperator();
  const id = decodeURIComponent((await params).id);
  const queryClient = makeQueryClient();
  queryClient.setQueryData(bulkKey(id), await openBulkOperation({ client, scopes }, id));
  const results = await prefetchList(`results ${id}`, bulkResultFilters, searchParams, (query) =>
    readBulkResults({ client, scopes }, id, query),
  );
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <HydrationBoundary state={results}>
        <OperationPage id={id} />
      </HydrationBoundary>
    </HydrationBoundary>
  );
}
