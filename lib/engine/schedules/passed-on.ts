import type { Database, Transaction } from '#database';

/** Returns the database's time: RFC 3339 UTC with milliseconds, and not yet the next one, whose occurrences are to come. */
export async function databaseTime(database: Database): Promise<string> {
  const [row] = await database<{ now: string }[]>`select now()`;
  if (row === undefined) throw new Error('the database did not tell its time');
  return row.now;
}

/**
 * Returns up to when the occurrences of a task's schedule are over, whose run has ended: up to now, and when the clock of the
 * database was set back, up to when that run was queued.
 */
export async function passedOn(transaction: Transaction, taskKey: number): Promise<string> {
  const [row] = await transaction<{ passed_on: string }[]>`
    select greatest(now(), (select queued_on from run where task_key = ${taskKey} and is_current)) as passed_on`;
  if (row === undefined) throw new Error('the database did not tell its time');
  return row.passed_on;
}
