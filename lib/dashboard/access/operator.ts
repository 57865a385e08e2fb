import 'server-only';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import type { SignedIn } from './gate.ts';
import { enterPage, isSignedInAt, pathHeader } from './page-entry.ts';
import { passkeyPath, passwordPath } from './sign-in-path.ts';
import { dashboardGate } from './this-dashboard.ts';

/**
 * For pages and layouts, before anything else: returns the operator of this request, or redirects to the sign-in page or
 * to the page where a generated password is changed or a passkey that is needed is added. Throws `PageFailure` where the service cannot tell.
 */
export async function requireOperator(): Promise<SignedIn> {
  const signedIn = await requireSession();
  if (signedIn.mustChangePassword) redirect(passwordPath((await headers()).get(pathHeader)));
  if (signedIn.mustAddPasskey) redirect(passkeyPath((await headers()).get(pathHeader)));
  return signedIn;
}

/** The same for an operator who may still have a generated password, or lack a passkey. One render asks once. */
export const requireSession = cache(async (): Promise<SignedIn> => {
  const entry = await enterPage(dashboardGate(), await headers());
  if ('redirectTo' in entry) redirect(entry.redirectTo);
  return entry.signedIn;
});

/** Whether this request's session still stands. */
export async function isSignedIn(): Promise<boolean> {
  return isSignedInAt(dashboardGate(), await headers());
}
