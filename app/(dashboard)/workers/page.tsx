import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { prefetch } from '@/lib/dashboard/query/prefetch.ts';
import { readNamedFleet } from '@/lib/dashboard/worker/read-fleet.ts';
import { WorkersPage } from './workers-page.tsx';

export const metadata: Metadata = { title: 'Workers' };

export default async function Page() {
  const { client, scopes } = await requireOperator();
  if (!scopes.includes('workers/read')) return <MissingScope scope="workers/read" page="Workers" />;
  return (
    <HydrationBoundary state={await prefetch(['fleet'], () => readNamedFleet({ client, scopes }))}>
      <WorkersPage />
    </HydrationBoundary>
  );
}
