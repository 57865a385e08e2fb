'use client';
import { useQuery } from '@tanstack/react-query';
import { keptColumns } from '@/components/retention/kept-columns.tsx';
import { policyColumns } from '@/components/retention/policy-columns.tsx';
import { ColumnsMenu } from '@/components/table/columns-menu.tsx';
import { PlainTable } from '@/components/table/plain-table.tsx';
import { Card, CardEmpty } from '@/components/ui/card.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import { problemOf } from '@/lib/dashboard/problem/problem.ts';
import { fetchJson } from '@/lib/dashboard/query/fetch-json.ts';
import { useLastFailure } from '@/lib/dashboard/query/use-last-failure.ts';
import type { KeptAndStores } from '@/lib/dashboard/retention/read-retention.ts';

/** What is kept for how long, what other settings would remove, and the policies of the stores. */
export function RetentionPage() {
  const {
    data,
    error: failure,
    refetch,
  } = useQuery({
    queryKey: ['retention'],
    queryFn: ({ signal }) => fetchJson<KeptAndStores>('/api/settings/retention', { signal }),
  });
  const error = useLastFailure({ key: ['retention'], data, error: failure });
  return (
    <>
      <PageHeader
        title="State and retention"
        description="What is kept for how long, and what other settings would remove today. Variables are set in the environment of every service. Counts end at 10,000."
      />
      {error !== null && (
        <ErrorState title="The retention could not be read" problem={problemOf(error)} onRetry={() => void refetch()} />
      )}
      {data === undefined ? error === null && <Skeleton className="h-40 rounded-lg" /> : <Tables {...data} />}
    </>
  );
}

function Tables({ value, stores, hasMoreStores }: KeptAndStores) {
  const kept = useTableLayout('retention', keptColumns, 'keptColumns');
  const policies = useTableLayout('store-policies', policyColumns, 'policyColumns');
  return (
    <>
      <Card title="Retention" actions={<ColumnsMenu columns={keptColumns} {...kept} />}>
        <PlainTable label="retention" columns={keptColumns} rows={value} rowId={({ kind }) => kind} {...kept} />
      </Card>
      <Card title="Policies of stores" actions={<ColumnsMenu columns={policyColumns} {...policies} />}>
        {stores === undefined ? (
          <CardEmpty>You need the scope state/read to see the stores.</CardEmpty>
        ) : stores.length === 0 ? (
          <CardEmpty>Stores appear here with their first entry.</CardEmpty>
        ) : (
          <PlainTable label="policies" columns={policyColumns} rows={stores} rowId={({ name }) => name} {...policies} />
        )}
      </Card>
      {hasMoreStores && <p className="text-muted text-sm">Only the first 500 stores are shown.</p>}
    </>
  );
}
