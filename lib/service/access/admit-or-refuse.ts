import type { Database } from '#database';
import { HttpError } from '../http/problem.ts';
import { admitAttempt, forgiveAttempts, type ThrottleSubject } from './throttle.ts';

/**
 * Counts an attempt as failed. Throws `TooManyRequests` when it has to wait. Returns the function that forgives it after it
 * has succeeded.
 */
export async function admitOrRefuse(
  database: Database,
  subject: ThrottleSubject,
  what = 'failed sign-ins',
): Promise<() => Promise<void>> {
  const admission = await admitAttempt(database, subject);
  if ('seconds' in admission) refuseFor(admission.seconds, what);
  return () => forgiveAttempts(database, [subject]);
}

/** Throws `TooManyRequests`, which says how long to wait. */
export function refuseFor(seconds: number, what = 'failed sign-ins'): never {
  throw new HttpError('TooManyRequests', `too many ${what}; try again in ${seconds} s`, {
    'retry-after': String(seconds),
  });
}
