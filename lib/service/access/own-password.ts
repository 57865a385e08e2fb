import { TaskdeckError } from '#contract';
import type { Database } from '#database';
import type { Service } from '../service.ts';
import { admitOrRefuse } from './admit-or-refuse.ts';
import { verifyPassword } from './password.ts';
import { takeBackAttempt } from './throttle.ts';

/** Throws `InvalidCredentials` where nobody signs in with a password, also not with one that a link sets. */
export function requirePasswords({ config }: Pick<Service, 'config'>): void {
  if (!config.signIn.hasPassword)
    throw new TaskdeckError('InvalidCredentials', 'sign-in with a password is turned off here');
}

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
  const subject = { kind: 'pair', value: `password of ${operatorId}` } as const;
  const forgive = await admitOrRefuse(database, subject, 'wrong passwords');
  const isRight = await verifyPassword(password, passwordHash).catch(async (error: unknown) => {
    await takeBackAttempt(database, [subject]); // nobody looked at it
    throw error;
  });
  if (!isRight) throw new TaskdeckError('InvalidCredentials', 'the current password is not right');
  await checkMore?.();
  await forgive();
  return { email, name, passwordHash };
}
