import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { readApprovals } from '@/lib/dashboard/approval/read-approvals.ts';
import { makeQueryClient } from '@/lib/dashboard/query/query-client.ts';
import { ApprovalsPage } from './approvals-page.tsx';

export const metadata: Metadata = { title: 'Approvals' };

export default async function Page() {
  const { client, scopes } = await requireOperator();
  const queries = makeQueryClient();
  await queries.prefetchQuery({ queryKey: ['approvals'], queryFn: () => readApprovals({ client, scopes }) });
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <ApprovalsPage />
    </HydrationBoundary>
  );
}
