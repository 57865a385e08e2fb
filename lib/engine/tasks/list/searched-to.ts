import type { TaskListFilter } from '#contract';
import type { Database } from '#database';
import type { Cursor } from './sources.ts';

/**
 * Returns the time of the tasks that a search has come to: of their creation, or of their end in an order of ends.
 * `undefined` in other orders, and among tasks that have not ended in an order of ends.
 */
export async function searchedTo(
  database: Database,
  orderBy: TaskListFilter['orderBy'],
  { p, k, e }: Cursor,
): Promise<string | undefined> {
  if (p === 'ended') return e;
  if (p !== 'key' || k === undefined) return undefined;
  // the task at the cursor may be gone: the next one that the search has passed stands for it
  const passed = orderBy.endsWith('desc')
    ? database`where key >= ${k} order by key`
    : database`where key <= ${k} order by key desc`;
  const [row] = await database<{ created_on: string }[]>`select created_on from task ${passed} limit 1`;
  return row?.created_on;
}
