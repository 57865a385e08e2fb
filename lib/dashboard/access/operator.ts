import 'server-only';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { isRequestFailedError, type TaskClient } from '#client';
import type { Scope } from '#contract';
import { connect } from '../connect.ts';
import { PageFailure } from '../page-failure.ts';
import { isProblemError, ProblemError } from '../problem.ts';
import { problemOfFailure } from '../problem-of-failure.ts';
import { accessOf, forgetAccess, tokenOf } from './access-token.ts';
import { clientAddressOf } from './client-address.ts';
import { readSession } from './session.ts';
import type { Session } from './session-token.ts';
import { signInPath } from './sign-in-path.ts';

/** Who is signed in, what they may do, and a client that acts as them. */
export type SignedIn = {
  operator: Session['operator'];
  /** Suffixes, such as `tasks/update`. */
  scopes: Scope[];
  client: TaskClient;
};

/**
 * For pages and layouts, before anything else: the operator of this request, or off to the sign-in page. Throws
 * `PageFailure` where the service cannot tell. One render asks once.
 */
export const requireOperator = cache(async (): Promise<SignedIn> => {
  const given = await headers();
  try {
    return await findOperator(given);
  } catch (error) {
    const problem = problemOfFailure(error);
    if (problem.code === 'Unauthenticated') redirect(signInPath(given.get('x-taskdeck-path')));
    throw new PageFailure(problem);
  }
});

/** For handlers and actions: the operator of this request. Throws `ProblemError` or `RequestFailedError`. */
export async function findOperator(given: Headers): Promise<SignedIn> {
  const session = await readSession();
  if (session === undefined) throw signedOut();
  const { refreshToken, operator } = session;
  try {
    const { scopes } = await accessOf(refreshToken);
    const getToken = () => tokenOf(refreshToken);
    return { operator, scopes, client: connect({ getToken }, { address: clientAddressOf(given) }) };
  } catch (error) {
    if (isRequestFailedError(error) && error.statusCode === 401) throw signedOut();
    throw error;
  }
}

/** Whether this request's session still stands. A service that is away cannot tell, so then it does not. */
export async function isSignedIn(): Promise<boolean> {
  try {
    await findOperator(await headers());
    return true;
  } catch (error) {
    if (isProblemError(error) || isRequestFailedError(error)) return false;
    throw error;
  }
}

/** Call when the service refused the session's token, so that the next call gets a fresh one or signs out. */
export async function forgetRefusedAccess(): Promise<void> {
  const session = await readSession();
  if (session !== undefined) forgetAccess(session.refreshToken);
}

function signedOut(): ProblemError {
  return new ProblemError({ code: 'Unauthenticated', detail: 'The session has ended. Sign in again.' });
}
