import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { OutsideBounds } from '@/components/shell/outside-bounds.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { prefetch } from '@/lib/dashboard/query/prefetch.ts';
import { readSecrets } from '@/lib/dashboard/settings/read-access.ts';
import { SecretsPage } from './secrets-page.tsx';

export const metadata: Metadata = { title: 'Secrets' };

export default async function Page() {
  const { client, scopes, bounds } = await requireOperator();
  if (bounds !== undefined) return <OutsideBounds page="Secrets" />;
  if (!scopes.includes('secrets/manage')) return <MissingScope scope="secrets/manage" page="Secrets" />;
  return (
    <HydrationBoundary state={await prefetch(['settings', 'secrets'], () => readSecrets(client))}>
      <SecretsPage />
    </HydrationBoundary>
  );
}
