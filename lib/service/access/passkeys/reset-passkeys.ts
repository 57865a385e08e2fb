import { randomUUID } from 'node:crypto';
import type { Database, Transaction } from '#database';
import { type AuditEntry, insertAudit } from '../../audit/writer.ts';

/** Removes all passkeys and recovery codes of an operator. Resolves with the number of passkeys. */
export async function removePasskeys(transaction: Transaction, operatorId: string): Promise<number> {
  const { count } = await transaction`delete from passkey where operator_id = ${operatorId}`;
  await transaction`delete from recovery_code where operator_id = ${operatorId}`;
  return count;
}

/**
 * The same for who reaches the database: where the only administrator has lost every passkey and code, nobody else can.
 * It has an audit record. `undefined`: there is no such operator.
 */
export function resetPasskeys(database: Database, email: string): Promise<number | undefined> {
  return database.begin(async (transaction) => {
    const [operator] = await transaction<{ id: string }[]>`
      select id from operator where lower(email) = lower(${email}) for update`;
    if (operator === undefined) return undefined;
    const count = await removePasskeys(transaction, operator.id);
    const entry: AuditEntry = {
      identity: { kind: 'anonymous', id: '', name: 'npm run passkeys' },
      operation: 'DeletePasskeysOf',
      target: { kind: 'operator', id: operator.id },
      sourceAddress: '',
      requestId: randomUUID(),
      outcome: 'succeeded',
      status: 204,
      detail: `${count} removed`,
    };
    await insertAudit(transaction, [{ entry }]);
    return count;
  });
}
