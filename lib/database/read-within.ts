import postgres from 'postgres';
import type { Database, Fragment, Transaction } from './connect.ts';

/**
 * Reads with statements that PostgreSQL ends after this time each. Resolves with `undefined` when it ended one: what a
 * caller asks for then costs too much, however the rows are bounded. Whatever the statistics of tables say, with
 * `goesByIndexes` rows are found along indexes in their order, and with `goesByBlocks` in the blocks that an index names.
 */
export async function readWithin<Result>(
  database: Database,
  milliseconds: number,
  read: (transaction: Transaction) => Promise<Result>,
  { goesByIndexes = false, goesByBlocks = false } = {},
): Promise<Result | undefined> {
  try {
    const boxed = await database.begin('read only', async (transaction) => {
      await transaction`select set_config('statement_timeout', ${String(milliseconds)}, true)
        ${goesByIndexes ? transaction`, ${indexesFirst(transaction)}` : transaction``}
        ${goesByBlocks ? transaction`, ${blocksFirst(transaction)}` : transaction``}`;
      return { result: await read(transaction) };
    });
    return boxed.result;
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === '57014') return undefined;
    throw error;
  }
}

/**
 * Judges numbered rows by a condition that looks into values, which can be large: `null` for the rows that come when the
 * statement has taken `milliseconds`. The first row is judged however long that takes, so that each statement gets further.
 */
export function judgedInTime(database: Database, n: Fragment, condition: Fragment, milliseconds: number): Fragment {
  return database`case when ${n} = 1 or clock_timestamp() < statement_timestamp() + ${milliseconds} * interval '1 millisecond'
    then coalesce(${condition}, false) end`;
}

/** The milliseconds that a statement may take beyond its time for a row that it has begun to judge. */
export const longestJudgement = 10_000;

/** To select in a transaction: its plans then go along indexes in their order, also while statistics are old. */
export function indexesFirst(transaction: Transaction) {
  return transaction`set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_sort', 'off', true)`;
}

function blocksFirst(transaction: Transaction) {
  return transaction`set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
    set_config('enable_indexonlyscan', 'off', true)`;
}

/** Reads with statements that join rows by merging indexes in their order, whatever PostgreSQL would estimate. */
export async function readMerging<Result>(
  database: Database,
  read: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const boxed = await database.begin('read only', async (transaction) => {
    await transaction`select ${indexesFirst(transaction)}, set_config('enable_hashjoin', 'off', true),
      set_config('enable_nestloop', 'off', true), set_config('enable_self_join_elimination', 'off', true)`;
    return { result: await read(transaction) };
  });
  return boxed.result;
}
