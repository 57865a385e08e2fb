import { type Database, inTransaction, type MatchCondition, requireMatch, requireNoCondition } from '#database';

/**
 * Removes a global secret. Resolves with whether there was one. Tasks that refer to it fail at their next start. Throws
 * `PreconditionFailed`.
 */
export function deleteSecret(database: Database, name: string, condition: MatchCondition = {}): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const [before] = await transaction<{ version: number; by: string }[]>`
      select version, modified_by as by from secret where name = ${name} for update`;
    if (before === undefined) {
      requireNoCondition(condition, `secret "${name}"`);
      return false;
    }
    requireMatch(condition.ifMatch, before.version, `the secret "${name}" was changed by ${before.by}`);
    await transaction`delete from secret where name = ${name}`;
    return true;
  });
}
