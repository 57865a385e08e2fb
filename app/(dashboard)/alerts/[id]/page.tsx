import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { alertKeys } from '@/lib/dashboard/alert/alert-keys.ts';
import { openAlert } from '@/lib/dashboard/alert/read-alerts.ts';
import { makeQueryClient } from '@/lib/dashboard/query/query-client.ts';
import { AlertPage } from './alert-page.tsx';

export const metadata: Metadata = { title: 'Alert' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { client, scopes } = await requireOperator();
  if (!scopes.includes('alerts/read')) return <MissingScope scope="alerts/read" page="Alerts" />;
  const id = decodeURIComponent((await params).id);
  const queries = makeQueryClient();
  queries.setQueryData(alertKeys.one(id), await openAlert(client, id));
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <AlertPage id={id} />
    </HydrationBoundary>
  );
}
