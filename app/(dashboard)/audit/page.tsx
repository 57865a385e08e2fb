import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { auditFilters } from '@/components/audit/audit-filters.ts';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { auditedOperations } from '@/lib/dashboard/audit/audited-operations.ts';
import { readAudit } from '@/lib/dashboard/audit/read-audit.ts';
import { prefetchList } from '@/lib/dashboard/list/prefetch-list.ts';
import { AuditPage } from './audit-page.tsx';

export const metadata: Metadata = { title: 'Audit' };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { client, scopes } = await requireOperator();
  if (!scopes.includes('audit/read')) return <MissingScope scope="audit/read" page="Audit" />;
  const state = await prefetchList('changes', auditFilters, searchParams, (params) =>
    readAudit({ client, scopes }, params),
  );
  return (
    <HydrationBoundary state={state}>
      <AuditPage operations={auditedOperations()} />
    </HydrationBoundary>
  );
}
