import { scopes } from '#contract';
import { type Database, holdLock } from '#database';
import { generatePassword, hashPassword } from './password.ts';

export const firstOperatorEmail = 'admin@localhost';

/**
 * Makes the first operator, with every scope, on a database that has none. Of services that start together one makes
 * it. Resolves with the password where this call generated one.
 */
export async function ensureFirstOperator(
  database: Database,
  password: string | undefined,
): Promise<string | undefined> {
  const [any] = await database`select 1 from operator limit 1`;
  if (any !== undefined) return undefined;
  const chosen = password ?? generatePassword();
  const hash = await hashPassword(chosen);
  return database.begin(async (transaction) => {
    await holdLock(transaction, 'firstOperator');
    const made = await transaction`
      insert into operator (email, name, password_hash, scopes)
      select ${firstOperatorEmail}, 'Administrator', ${hash}, ${[...scopes]}
      where not exists (select 1 from operator)`;
    return made.count > 0 && password === undefined ? chosen : undefined;
  });
}
