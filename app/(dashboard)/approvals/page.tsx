import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { readApprovals } from '@/lib/dashboard/approval/read-approvals.ts';
import { prefetch } from '@/lib/dashboard/query/prefetch.ts';
import { ApprovalsPage } from './approvals-page.tsx';

export const metadata: Metadata = { title: 'Approvals' };

export default async function Page() {
  const { client, scopes } = await requireOperator();
  return (
    <HydrationBoundary state={await prefetch(['approvals'], () => readApprovals({ client, scopes }))}>
      <ApprovalsPage />
    </HydrationBoundary>
  );
}
