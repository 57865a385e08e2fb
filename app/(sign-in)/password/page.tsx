import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { requireSession } from '@/lib/dashboard/access/operator.ts';
import { safeTarget } from '@/lib/dashboard/access/sign-in-path.ts';
import { FirstPassword } from './first-password.tsx';

export const metadata: Metadata = { title: 'Change password' };

export default async function PasswordPage({ searchParams }: PageProps<'/password'>) {
  const { callbackUrl } = await searchParams;
  const target = safeTarget(typeof callbackUrl === 'string' ? callbackUrl : undefined);
  const { operator, mustChangePassword } = await requireSession();
  if (!mustChangePassword) redirect(target);
  return <FirstPassword email={operator.email} target={target} />;
}
