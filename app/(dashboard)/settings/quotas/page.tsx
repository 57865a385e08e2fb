import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { prefetchSettings } from '@/lib/dashboard/settings/prefetch-settings.ts';
import { readQuotas } from '@/lib/dashboard/settings/read-access.ts';
import { QuotasPage } from './quotas-page.tsx';

export const metadata: Metadata = { title: 'Limits' };

export default async function Page() {
  const { client, scopes } = await requireOperator();
  if (!scopes.includes('quotas/manage')) return <MissingScope scope="quotas/manage" page="Limits" />;
  return (
    <HydrationBoundary state={await prefetchSettings('quotas', () => readQuotas(client))}>
      <QuotasPage />
    </HydrationBoundary>
  );
}
