import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { dashboardConfig } from '@/lib/dashboard/config.ts';
import { prefetch } from '@/lib/dashboard/query/prefetch.ts';
import { readOperators } from '@/lib/dashboard/settings/read-access.ts';
import { scopeMeanings } from '@/lib/dashboard/settings/scope-meanings.ts';
import { OperatorsPage } from './operators-page.tsx';

export const metadata: Metadata = { title: 'Operators' };

export default async function Page() {
  const { client, operator, scopes } = await requireOperator();
  if (!scopes.includes('operators/manage')) return <MissingScope scope="operators/manage" page="Operators" />;
  return (
    <HydrationBoundary state={await prefetch(['settings', 'operators'], () => readOperators(client))}>
      <OperatorsPage
        meanings={scopeMeanings()}
        ownEmail={operator.email}
        hasPassword={dashboardConfig().signIn.hasPassword}
      />
    </HydrationBoundary>
  );
}
