import { ConfigError, scopes } from '#contract';
import { type Database, holdLock } from '#database';
import { generatePassword, hashPassword } from './password.ts';
import { problemOfPassword } from './password-policy.ts';

export const firstOperatorEmail = 'admin@localhost';
const firstOperatorName = 'Administrator';
const minimumLength = 12;

/**
 * Makes the first operator, with every scope, on a database that has none. Of services that start together one makes
 * it. Resolves with the password where this call generated one; it has to be changed at the first sign-in. Throws
 * `ConfigError` for a given password that an operator could not choose.
 */
export async function ensureFirstOperator(
  database: Database,
  password: string | undefined,
): Promise<string | undefined> {
  const [existing] = await database`select 1 from operator limit 1`;
  if (existing !== undefined) return undefined;
  if (password !== undefined) refuseWeak(password);
  const chosen = password ?? generatePassword();
  const hash = await hashPassword(chosen);
  return database.begin(async (transaction) => {
    await holdLock(transaction, 'firstOperator');
    const made = await transaction`
      insert into operator (email, name, password_hash, scopes, must_change_password)
      select ${firstOperatorEmail}, ${firstOperatorName}, ${hash}, ${[...scopes]}, ${password === undefined}
      where not exists (select 1 from operator)`;
    return made.count > 0 && password === undefined ? chosen : undefined;
  });
}

function refuseWeak(password: string): void {
  const problem =
    password.length < minimumLength
      ? `a password has at least ${minimumLength} characters`
      : problemOfPassword(password, { email: firstOperatorEmail, name: firstOperatorName });
  if (problem !== undefined) throw new ConfigError(`TASKDECK_ADMIN_PASSWORD cannot be used: ${problem}`);
}
