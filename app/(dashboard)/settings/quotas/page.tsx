import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { prefetch } from '@/lib/dashboard/query/prefetch.ts';
import { readQuotas } from '@/lib/dashboard/settings/read-access.ts';
import { QuotasPage } from './quotas-page.tsx';

export const metadata: Metadata = { title: 'Limits' };

export default async function Page() {
  const { client, scopes } = await requireOperator();
  if (!scopes.includes('quotas/manage')) return <MissingScope scope="quotas/manage" page="Limits" />;
  return (
    <HydrationBoundary state={await prefetch(['settings', 'quotas'], () => readQuotas(client))}>
      <QuotasPage />
    </HydrationBoundary>
  );
}
