import type { Metadata } from 'next';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { CompareEntriesPage } from './compare-entries-page.tsx';

export const metadata: Metadata = { title: 'Compare entries' };

export default async function CompareStoreEntriesPage({ params }: { params: Promise<{ store: string }> }) {
  const { scopes } = await requireOperator();
  if (!scopes.includes('state/read')) return <MissingScope scope="state/read" page="State" />;
  return <CompareEntriesPage storeName={decodeURIComponent((await params).store)} />;
}
