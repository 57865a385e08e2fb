import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { keptTarget } from '@/lib/dashboard/access/callback-url.ts';
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
  const { isSecure, signIn } = dashboardConfig();
  const target =
    callbackUrl === undefined && error !== undefined
      ? keptTarget(await headers(), isSecure) // a provider that refused leads back here without it
      : safeTarget(typeof callbackUrl === 'string' ? callbackUrl : undefined);
  if (await isSignedIn()) redirect(target);
  return (
    <SignInForm
      target={target}
      hasEnded={ended !== undefined}
      isServiceAway={(await serviceHealth()) !== 'ready'}
      providers={await providerStates().list()}
      hasPassword={signIn.hasPassword}
      failure={typeof error === 'string' ? readSignInFailure(error) : undefined}
    />
  );
}
