import type { Lock } from '#contract';

/** A lock as the list shows it. `taskNames`: of the tasks that hold it and are next, by id, where they are known. */
export type LockRow = Lock & { taskNames: Readonly<Record<string, string>> };

/** Who holds or waits for a lock, as people call it: the task's name, or the name that a program gave. */
export function holderName(
  run: { taskId?: string | undefined; owner: string },
  taskNames: LockRow['taskNames'],
): string {
  return (run.taskId === undefined ? undefined : taskNames[run.taskId]) ?? run.owner;
}
