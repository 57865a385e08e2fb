import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { prefetchSettings } from '@/lib/dashboard/settings/prefetch-settings.ts';
import { readPasskeys } from '@/lib/dashboard/settings/read-access.ts';
import { PasskeysPage } from './passkeys-page.tsx';

export const metadata: Metadata = { title: 'Your passkeys' };

export default async function Page() {
  const { client } = await requireOperator();
  return (
    <HydrationBoundary state={await prefetchSettings('passkeys', () => readPasskeys(client))}>
      <PasskeysPage />
    </HydrationBoundary>
  );
}
