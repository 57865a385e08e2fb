import { TaskdeckError } from '#contract';
import { type Database, inTransaction, requireMatch, requireNoCondition } from '#database';
import type { SecretCondition } from './set-secret.ts';

/**
 * Removes a global secret. Resolves with whether there was one. Tasks that refer to it fail at their next start. Throws
 * `PreconditionFailed`.
 */
export function deleteSecret(database: Database, name: string, condition: SecretCondition = {}): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const [before] = await transaction<{ version: number; by: string }[]>`
      select version, modified_by as by from secret where name = ${name} for update`;
    if (before === undefined) {
      requireNoCondition(condition, `secret "${name}"`);
      return false;
    }
    if (condition.mustNotExist) throw new TaskdeckError('PreconditionFailed', `there is a secret "${name}" by now`);
    requireMatch(condition.ifMatch, before.version, `the secret "${name}" was changed by ${before.by}`);
    await transaction`delete from secret where name = ${name}`;
    return true;
  });
}
