import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { eventFilters, waitFilters } from '@/components/event/event-filters.ts';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { readEvents, readEventWaits } from '@/lib/dashboard/event/read-events.ts';
import { prefetchList } from '@/lib/dashboard/list/prefetch-list.ts';
import { EventsPage } from './events-page.tsx';

export const metadata: Metadata = { title: 'Events' };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { client, scopes } = await requireOperator();
  if (!scopes.includes('events/read')) return <MissingScope scope="events/read" page="Events" />;
  const { tab } = await searchParams;
  const state = await (tab === 'waiting'
    ? prefetchList('waits', waitFilters, searchParams, (params) => readEventWaits({ client, scopes }, params))
    : prefetchList('events', eventFilters, searchParams, (params) => readEvents({ client, scopes }, params)));
  return (
    <HydrationBoundary state={state}>
      <EventsPage />
    </HydrationBoundary>
  );
}
