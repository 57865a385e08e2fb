import type { Metadata } from 'next';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { NamespacePage } from './namespace-page.tsx';

export const metadata: Metadata = { title: 'Isolated stores' };

export default async function Page() {
  const { scopes } = await requireOperator();
  if (!scopes.includes('namespaces/manage')) return <MissingScope scope="namespaces/manage" page="Isolated stores" />;
  return <NamespacePage />;
}
