import type { Database } from '#database';
import { HttpError } from '../http/problem.ts';
import { admitAttempt, forgiveAttempts, type ThrottleSubject } from './throttle.ts';

/**
 * Counts an attempt to sign in from a network as failed. Throws `TooManyRequests` when it has to wait. Returns the
 * function that takes the attempt back after it has succeeded.
 */
export async function admitNetwork(database: Database, network: string): Promise<() => Promise<void>> {
  const subject: ThrottleSubject = { kind: 'address', value: network };
  const admission = await admitAttempt(database, subject);
  if ('seconds' in admission)
    throw new HttpError('TooManyRequests', `too many failed sign-ins; try again in ${admission.seconds} s`, {
      'retry-after': String(admission.seconds),
    });
  return () => forgiveAttempts(database, [subject]);
}
