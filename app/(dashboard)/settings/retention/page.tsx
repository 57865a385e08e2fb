import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { OutsideBounds } from '@/components/shell/outside-bounds.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { prefetch } from '@/lib/dashboard/query/prefetch.ts';
import { readRetention } from '@/lib/dashboard/retention/read-retention.ts';
import { RetentionPage } from './retention-page.tsx';

export const metadata: Metadata = { title: 'State and retention' };

export default async function Page() {
  const { client, scopes, bounds } = await requireOperator();
  if (bounds !== undefined) return <OutsideBounds page="State and retention" />;
  if (!scopes.includes('deployment/read')) return <MissingScope scope="deployment/read" page="State and retention" />;
  return (
    <HydrationBoundary state={await prefetch(['retention'], () => readRetention(client, scopes))}>
      <RetentionPage />
    </HydrationBoundary>
  );
}
