import type { Database } from '#database';

/** The maximum number of rows that one statement removes, so that it holds no lock for long. */
const batchRows = 5_000;

/**
 * Removes the remaining rows of deleted tasks: one batch of each table in one transaction. Several processes may do so
 * at the same time, and each takes other tasks. Resolves with whether there may be more.
 */
export async function purgeDeleted(database: Database): Promise<boolean> {
  return database.begin(async (transaction) => {
    const rows = await transaction<{ task_key: number }[]>`
      select task_key from deleted_task order by task_key limit 100 for update skip locked`;
    const keys = rows.map((row) => row.task_key);
    if (keys.length === 0) return false;
    const isMore = rows.length === 100;
    for (const table of ['log_entry', 'state_access', 'step', 'external_event', 'run', 'value_entry'] as const) {
      const removed = await transaction`
        delete from ${transaction(table)} where ctid = any(array(
          select ctid from ${transaction(table)} where task_key = any(${keys}::bigint[]) limit ${batchRows}))`;
      if (removed.count === batchRows) return true;
    }
    await transaction`delete from deleted_task where task_key = any(${keys}::bigint[])`;
    return isMore;
  });
}
