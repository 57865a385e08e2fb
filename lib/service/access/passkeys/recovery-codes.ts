import { randomInt } from 'node:crypto';
import { TaskdeckError } from '#contract';
import { type Database, inTransaction, type Transaction } from '#database';
import type { Verb } from '../../verb.ts';
import { admitOrRefuse } from '../admit-or-refuse.ts';
import { hashToken, lockSignedInOperator } from '../session.ts';
import { sessionOf } from './begin.ts';

const howMany = 10;
/** Without signs that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Ten codes of 79 random bits, so that their plain hash cannot be searched. */
export const createRecoveryCodes: Verb<'CreateRecoveryCodes'> = async ({ database }, { caller, note }) => {
  const sessionId = sessionOf(caller);
  note.target = caller.id;
  const codes = Array.from({ length: howMany }, newCode);
  await inTransaction(database, async (transaction) => {
    await lockSignedInOperator(transaction, { operatorId: caller.id, sessionId }); // of two at once, the codes of one are valid
    await transaction`delete from recovery_code where operator_id = ${caller.id}`;
    for (const code of codes)
      await transaction`
        insert into recovery_code (operator_id, code_hash) values (${caller.id}, ${hashToken(plain(code))})`;
  });
  return { codes };
};

/**
 * Throws `InvalidCredentials` unless a code is one of the operator's, and `TooManyRequests` after several that were not: a
 * password that is known is no way to guess them, so its use forgives none of them. `spendRecoveryCode` uses it up.
 */
export async function requireRecoveryCode(
  database: Database,
  operatorId: string,
  code: string,
  network: string,
): Promise<void> {
  const subject = { kind: 'pair', value: `recovery code of ${operatorId} ${network}` } as const;
  const forgive = await admitOrRefuse(database, subject, 'wrong recovery codes');
  const [found] = await database`
    select from recovery_code where operator_id = ${operatorId} and code_hash = ${hashToken(plain(code))}`;
  if (found === undefined) refuseCode();
  await forgive();
}

/** Uses a code up together with what it allows: where that fails, the code is not lost. Throws `InvalidCredentials` when it is used. */
export async function spendRecoveryCode(transaction: Transaction, operatorId: string, code: string): Promise<void> {
  await transaction`select from operator where id = ${operatorId} for update`; // in the order of who makes new codes
  const { count } = await transaction`
    delete from recovery_code where operator_id = ${operatorId} and code_hash = ${hashToken(plain(code))}`;
  if (count === 0) refuseCode();
}

function refuseCode(): never {
  throw new TaskdeckError('InvalidCredentials', 'the recovery code is not right or was used');
}

function newCode(): string {
  const part = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [part(), part(), part(), part()].join('-');
}

/** How a code is typed does not matter. */
function plain(code: string): string {
  return code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
