import type { Database, Transaction } from '#database';

/** The maximum number of tasks that one transaction removes rows of, and of rows that it removes from a table. */
const batchTasks = 1_000;
const batchRows = 5_000;

const tables = ['log_entry', 'state_access', 'step', 'external_event', 'run', 'value_entry'] as const;

/**
 * Removes what remains of the next deleted tasks, by their keys: up to 1,000 tasks and 5,000 rows of each table in one
 * transaction. Several processes may do so at the same time, and each takes other tasks. Resolves with the key that it
 * came to, or `undefined` after the last task.
 */
export async function purgeDeleted(database: Database, after: number): Promise<number | undefined> {
  return database.begin(async (transaction) => {
    const rows = await transaction<{ task_key: number }[]>`
      select task_key from deleted_task where task_key > ${after} order by task_key limit ${batchTasks}
      for update skip locked`;
    const keys = rows.map((row) => row.task_key);
    if (await purge(transaction, keys)) return after;
    return keys.length === batchTasks ? keys.at(-1) : undefined;
  });
}

/** As `purgeDeleted`, for one task. What is left after 5,000 rows of a table is left to it. */
export async function purgeTask(database: Database, key: number): Promise<void> {
  await database.begin(async (transaction) => {
    const rows = await transaction`select from deleted_task where task_key = ${key} for update skip locked`;
    if (rows.length > 0) await purge(transaction, [key]);
  });
}

/** Resolves with whether rows of these tasks may remain. */
async function purge(transaction: Transaction, keys: readonly number[]): Promise<boolean> {
  if (keys.length === 0) return false;
  for (const table of tables) {
    const removed = await transaction`
      delete from ${transaction(table)} where ctid = any(array(
        select ctid from ${transaction(table)} where task_key = any(${keys}::bigint[]) limit ${batchRows}))`;
    if (removed.count === batchRows) return true;
  }
  await transaction`delete from deleted_task where task_key = any(${keys}::bigint[])`;
  return false;
}
