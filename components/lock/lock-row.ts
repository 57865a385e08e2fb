import type { Lock } from '#contract';
import { type Named, nameOfTask, type TaskNames } from '@/components/task/task-names.ts';

/** A lock as the list shows it, with the names of the tasks that hold it and are next. */
export type LockRow = Named<Lock>;

/** Who holds or waits for a lock, as people call it: the task's name, or the name that a program gave. */
export function holderName(run: { taskId?: string | undefined; owner: string }, taskNames: TaskNames): string {
  return (run.taskId === undefined ? undefined : nameOfTask(taskNames, run.taskId)) ?? run.owner;
}
