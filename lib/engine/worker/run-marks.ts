import type { Database } from '#database';
import { sensitivePointers } from '../tasks/sensitive-pointers.ts';

/** The sensitive pointers of tasks, as runs read and add them. */
export type RunMarks = {
  pointersOf(taskId: string): Promise<readonly string[]>;
  /** Adds pointers to those of a task. Its values are hidden by them from now on. */
  add(taskKey: number, pointers: readonly string[]): Promise<void>;
};

export function openRunMarks(database: Database, retrying: <T>(work: () => Promise<T>) => Promise<T>): RunMarks {
  return {
    pointersOf: (taskId) => retrying(async () => (await sensitivePointers(database, [taskId])).get(taskId) ?? []),
    add: (taskKey, pointers) =>
      retrying(async () => {
        await database`
          update task set sensitive = array(
            select distinct pointer from unnest(sensitive || ${[...pointers]}::text[]) pointer order by pointer)
          where key = ${taskKey}`;
      }),
  };
}
