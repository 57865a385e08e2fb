import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { isSignedIn } from '@/lib/dashboard/access/operator.ts';
import { readSignInFailure } from '@/lib/dashboard/access/sign-in-failure.ts';
import { safeTarget } from '@/lib/dashboard/access/sign-in-path.ts';
import { providerStates } from '@/lib/dashboard/access/this-dashboard.ts';
import { dashboardConfig } from '@/lib/dashboard/config.ts';
import { serviceHealth } from '@/lib/dashboard/live/service-health.ts';
import { SignInForm } from './sign-in-form.tsx';

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const { callbackUrl, ended, error } = await searchParams;
  const target = safeTarget(typeof callbackUrl === 'string' ? callbackUrl : undefined);
  if (await isSignedIn()) redirect(target);
  return (
    <SignInForm
      target={target}
      hasEnded={ended !== undefined}
      isServiceAway={(await serviceHealth()) !== 'ready'}
      providers={await providerStates().list()}
      hasPassword={dashboardConfig().signIn.hasPassword}
      failure={typeof error === 'string' ? readSignInFailure(error) : undefined}
    />
  );
}
