import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { prefetch } from '@/lib/dashboard/query/prefetch.ts';
import { readSessions } from '@/lib/dashboard/settings/read-access.ts';
import { SessionsPage } from './sessions-page.tsx';

export const metadata: Metadata = { title: 'Your sessions' };

export default async function Page() {
  const { client } = await requireOperator();
  return (
    <HydrationBoundary state={await prefetch(['settings', 'sessions'], () => readSessions(client))}>
      <SessionsPage />
    </HydrationBoundary>
  );
}
