import { mapInTurns, type TaskResponse } from '#contract';
import type { Database } from '#database';
import { explainWaits } from '../reasons/explain-waits.ts';
import { readTaskById, readTasks, type TaskRow, type ValuesRead } from '../rows/task-row.ts';
import { taskNotFound } from './task-not-found.ts';
import { taskRecord } from './task-record.ts';

/** Returns one task with the reason why it does not move. Throws `TaskNotFound`. */
export async function getTask(database: Database, id: string): Promise<TaskResponse> {
  const row = await readTaskById(database, id);
  if (row === undefined) throw taskNotFound(id);
  const [task] = await taskRecords(database, [row]);
  if (task === undefined) throw taskNotFound(id);
  return task;
}

/** Returns the records of tasks with these values, in the order of the given keys. Omits deleted tasks. */
export async function getTasks(
  database: Database,
  keys: readonly number[],
  values: ValuesRead,
): Promise<TaskResponse[]> {
  const rows = new Map((await readTasks(database, keys, values)).map((row) => [row.key, row]));
  return taskRecords(
    database,
    keys.flatMap((key) => rows.get(key) ?? []),
    values.values,
  );
}

/**
 * Returns the records of rows with their reasons, and with the values at the paths that the rows were read with. The number
 * of queries does not depend on the number of rows.
 */
export async function taskRecords(
  database: Database,
  rows: readonly TaskRow[],
  paths: readonly string[] = [],
): Promise<TaskResponse[]> {
  const reasons = await explainWaits(database, rows);
  return mapInTurns(rows, (row) => taskRecord(row, reasons.get(row.key), paths));
}
