import { isRequestFailedError } from '#client';
import { PageFailure } from '../problem/page-failure.ts';
import { isProblemError } from '../problem/problem.ts';
import { problemOfFailure } from '../problem/problem-of-failure.ts';
import type { Gate, SignedIn } from './gate.ts';
import { signInPath } from './sign-in-path.ts';

/** The header in which the proxy tells pages their own path. */
export const pathHeader = 'x-taskdeck-path';

/**
 * Whether a request loads the first page of the dashboard, as a sign-in does. Its link in the navigation is read by the page
 * that is left: it leads to the page also where the operator may not read it, which says why.
 */
export function isFirstPage(headers: Headers): boolean {
  return headers.get(pathHeader) === '/' && headers.get('sec-fetch-dest') !== 'empty';
}

/** Who opens a page, or where they are sent instead. Throws `PageFailure` where the service cannot tell. */
export async function enterPage(
  gate: Gate,
  headers: Headers,
): Promise<{ signedIn: SignedIn } | { redirectTo: string }> {
  try {
    return { signedIn: await gate.identify(headers) };
  } catch (error) {
    const problem = problemOfFailure(error);
    if (problem.code === 'Unauthenticated') return { redirectTo: signInPath(headers.get(pathHeader)) };
    throw new PageFailure(problem);
  }
}

/** Whether a request's session still stands. `false` while the service is away, which cannot tell. */
export async function isSignedInAt(gate: Gate, headers: Headers): Promise<boolean> {
  try {
    await gate.identify(headers);
    return true;
  } catch (error) {
    if (isProblemError(error) || isRequestFailedError(error)) return false;
    throw error;
  }
}
