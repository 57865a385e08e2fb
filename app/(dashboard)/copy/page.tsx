import type { Metadata } from 'next';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { CopyPage } from './copy-page.tsx';

export const metadata: Metadata = { title: 'Open a copy' };

export default async function Page() {
  await requireOperator();
  return <CopyPage />;
}
