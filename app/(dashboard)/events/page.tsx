import type { Metadata } from 'next';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/operator.ts';
import { EventsPage } from './events-page.tsx';

export const metadata: Metadata = { title: 'Events' };

export default async function Page() {
  const { scopes } = await requireOperator();
  if (!scopes.includes('events/read')) return <MissingScope scope="events/read" page="Events" />;
  return <EventsPage />;
}
