import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { dashboardConfig } from '@/lib/dashboard/config.ts';
import { prefetch } from '@/lib/dashboard/query/prefetch.ts';
import { readApiKeys } from '@/lib/dashboard/settings/read-access.ts';
import { scopeMeanings } from '@/lib/dashboard/settings/scope-meanings.ts';
import { ApiKeysPage } from './api-keys-page.tsx';

export const metadata: Metadata = { title: 'API keys' };

export default async function Page() {
  const { client, operator, scopes } = await requireOperator();
  if (!scopes.includes('operators/manage')) return <MissingScope scope="operators/manage" page="API keys" />;
  return (
    <HydrationBoundary state={await prefetch(['settings', 'api-keys'], () => readApiKeys(client))}>
      <ApiKeysPage meanings={scopeMeanings()} endpoint={dashboardConfig().serviceUrl} ownEmail={operator.email} />
    </HydrationBoundary>
  );
}
