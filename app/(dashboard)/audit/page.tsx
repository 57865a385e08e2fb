import type { Metadata } from 'next';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/operator.ts';
import { AuditPage } from './audit-page.tsx';

export const metadata: Metadata = { title: 'Audit' };

export default async function Page() {
  const { scopes } = await requireOperator();
  if (!scopes.includes('audit/read')) return <MissingScope scope="audit/read" page="Audit" />;
  return <AuditPage />;
}
