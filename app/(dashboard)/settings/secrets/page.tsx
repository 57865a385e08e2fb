import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { OutsideBounds } from '@/components/shell/outside-bounds.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { prefetchSettings } from '@/lib/dashboard/settings/prefetch-settings.ts';
import { readSecrets } from '@/lib/dashboard/settings/read-access.ts';
import { SecretsPage } from './secrets-page.tsx';

export const metadata: Metadata = { title: 'Secrets' };

export default async function Page() {
  const { client, scopes, bounds } = await requireOperator();
  if (bounds !== undefined) return <OutsideBounds page="Secrets" />;
  if (!scopes.includes('secrets/manage')) return <MissingScope scope="secrets/manage" page="Secrets" />;
  return (
    <HydrationBoundary state={await prefetchSettings('secrets', () => readSecrets(client))}>
      <SecretsPage />
    </HydrationBoundary>
  );
}
