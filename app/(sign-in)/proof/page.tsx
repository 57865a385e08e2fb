import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { requireSession } from '@/lib/dashboard/access/operator.ts';
import { ProofAtProvider } from './proof-at-provider.tsx';

export const metadata: Metadata = { title: 'Confirm that it is you' };

export default async function ProofPage({ searchParams }: PageProps<'/proof'>) {
  const { done, error } = await searchParams;
  const { provider } = await requireSession();
  if (provider === undefined) redirect('/');
  return (
    <ProofAtProvider
      provider={provider.id}
      state={done !== undefined ? 'done' : error !== undefined ? 'failed' : 'new'}
    />
  );
}
