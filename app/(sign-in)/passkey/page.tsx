import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { requireSession } from '@/lib/dashboard/access/operator.ts';
import { safeTarget } from '@/lib/dashboard/access/sign-in-path.ts';
import { FirstPasskey } from './first-passkey.tsx';

export const metadata: Metadata = { title: 'Add a passkey' };

export default async function PasskeyPage({ searchParams }: PageProps<'/passkey'>) {
  const { callbackUrl } = await searchParams;
  const target = safeTarget(typeof callbackUrl === 'string' ? callbackUrl : undefined);
  const { operator, mustAddPasskey } = await requireSession();
  if (!mustAddPasskey) redirect(target);
  return <FirstPasskey email={operator.email} target={target} />;
}
