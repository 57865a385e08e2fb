import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { alertKeys } from '@/lib/dashboard/alert/alert-keys.ts';
import { readAlerts } from '@/lib/dashboard/alert/read-alerts.ts';
import { prefetch } from '@/lib/dashboard/query/prefetch.ts';
import { AlertsPage } from './alerts-page.tsx';

export const metadata: Metadata = { title: 'Alerts' };

export default async function Page() {
  const { client, scopes } = await requireOperator();
  if (!scopes.includes('alerts/read')) return <MissingScope scope="alerts/read" page="Alerts" />;
  return (
    <HydrationBoundary state={await prefetch(alertKeys.list, () => readAlerts(client))}>
      <AlertsPage />
    </HydrationBoundary>
  );
}
