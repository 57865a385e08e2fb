import postgres from 'postgres';
import type { Database, Transaction } from './connect.ts';

/**
 * Reads with statements that PostgreSQL ends after this time each. Resolves with `undefined` when it ended one: what a
 * caller asks for then costs too much, however the rows are bounded.
 */
export async function readWithin<Result>(
  database: Database,
  milliseconds: number,
  read: (transaction: Transaction) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    const boxed = await database.begin('read only', async (transaction) => {
      await transaction`select set_config('statement_timeout', ${String(milliseconds)}, true)`;
      return { result: await read(transaction) };
    });
    return boxed.result;
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === '57014') return undefined;
    throw error;
  }
}
