import { TaskdeckError } from '#contract';
import type { Database, Transaction } from '#database';

export function taskNotFound(id: string): TaskdeckError {
  return new TaskdeckError('TaskNotFound', `there is no task "${id}"`);
}

/** Returns the key of a task. Throws `TaskNotFound`. */
export async function findTaskKey(database: Database | Transaction, id: string): Promise<number> {
  const [row] = await database<{ key: number }[]>`select key from task where id = ${id}`;
  if (row === undefined) throw taskNotFound(id);
  return row.key;
}
