import { TaskdeckError } from '#contract';
import type { Database } from '#database';
import { HttpError } from '../http/problem.ts';
import { verifyPassword } from './password.ts';
import { admitAttempt, forgiveAttempts, type ThrottleSubject } from './throttle.ts';

/**
 * Checks the password of an operator who is signed in. Wrong ones are slowed down like sign-ins: a stolen session must not
 * be a way to guess it. Throws `InvalidCredentials`, `InsufficientScope` for an operator without one, and
 * `TooManyRequests`. Returns the hash that was checked. What `checkMore` refuses counts as a wrong password.
 */
export async function checkOwnPassword(
  database: Database,
  operatorId: string,
  password: string,
  checkMore?: () => Promise<void>,
): Promise<{ email: string; name: string; passwordHash: string }> {
  const [operator] = await database<{ email: string; name: string; passwordHash: string | null }[]>`
    select email, name, password_hash as "passwordHash" from operator where id = ${operatorId}`;
  if (operator === undefined) throw new TaskdeckError('Unauthenticated', 'the operator no longer exists');
  const { passwordHash, email, name } = operator;
  if (passwordHash === null)
    throw new TaskdeckError('InsufficientScope', 'this operator signs in with a provider and has no password');
  const subject: ThrottleSubject = { kind: 'pair', value: `password of ${operatorId}` };
  const admission = await admitAttempt(database, subject);
  if ('seconds' in admission)
    throw new HttpError('TooManyRequests', `too many wrong passwords; try again in ${admission.seconds} s`, {
      'retry-after': String(admission.seconds),
    });
  if (!(await verifyPassword(password, passwordHash)))
    throw new TaskdeckError('InvalidCredentials', 'the current password is not right');
  await checkMore?.();
  await forgiveAttempts(database, [subject]);
  return { email, name, passwordHash };
}
