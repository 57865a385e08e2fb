import 'server-only';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import type { SignedIn } from './gate.ts';
import { enterPage, isSignedInAt } from './page-entry.ts';
import { dashboardGate } from './this-dashboard.ts';

/**
 * For pages and layouts, before anything else: returns the operator of this request, or redirects to the sign-in page.
 * Throws `PageFailure` where the service cannot tell. One render asks once.
 */
export const requireOperator = cache(async (): Promise<SignedIn> => {
  const entry = await enterPage(dashboardGate(), await headers());
  if ('redirectTo' in entry) redirect(entry.redirectTo);
  return entry.signedIn;
});

/** Whether this request's session still stands. */
export async function isSignedIn(): Promise<boolean> {
  return isSignedInAt(dashboardGate(), await headers());
}
