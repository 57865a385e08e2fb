import type { TaskResponse } from '#contract';

/** A task as lists keep it: without its input, output and stack, which may be large. `values` has those of columns. */
export type TaskRow = Omit<TaskResponse, 'input' | 'output' | 'description' | 'sensitive' | 'retry' | 'retention'> & {
  /** Set where the task was deleted after it was listed; its row stays until the list is read again. */
  isDeleted?: true;
};

export function toTaskRow(task: TaskResponse): TaskRow {
  const { input, output, description, sensitive, retry, retention, error, ...row } = task;
  if (error === undefined) return row;
  const { stack, ...shown } = error;
  return { ...row, error: shown };
}

/** A task's name for people: its own or else its type. */
export function taskName(task: Pick<TaskRow, 'name' | 'type'>): string {
  return isNamed(task) ? task.name : task.type;
}

/** Whether a task has a name of its own. Others of its type have the same words: their ids tell them apart. */
export function isNamed<Task extends Pick<TaskRow, 'name'>>(task: Task): task is Task & { name: string } {
  return task.name !== undefined && task.name.trim() !== '';
}
