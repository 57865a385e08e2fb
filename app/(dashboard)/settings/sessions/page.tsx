import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { prefetchSettings } from '@/lib/dashboard/settings/prefetch-settings.ts';
import { readSessions } from '@/lib/dashboard/settings/read-access.ts';
import { SessionsPage } from './sessions-page.tsx';

export const metadata: Metadata = { title: 'Your sessions' };

export default async function Page() {
  const { client } = await requireOperator();
  return (
    <HydrationBoundary state={await prefetchSettings('sessions', () => readSessions(client))}>
      <SessionsPage />
    </HydrationBoundary>
  );
}
