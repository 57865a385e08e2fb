import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { prefetch } from '@/lib/dashboard/query/prefetch.ts';
import { readPasskeys } from '@/lib/dashboard/settings/read-access.ts';
import { PasskeysPage } from './passkeys-page.tsx';

export const metadata: Metadata = { title: 'Your passkeys' };

export default async function Page() {
  const { client } = await requireOperator();
  return (
    <HydrationBoundary state={await prefetch(['settings', 'passkeys'], () => readPasskeys(client))}>
      <PasskeysPage />
    </HydrationBoundary>
  );
}
