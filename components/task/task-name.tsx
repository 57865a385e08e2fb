import { nameOfTask, type TaskNames } from './task-names.ts';

/** A task that has no page here: its name, with its id as the title, or its id where the name is not known. */
export function TaskName({ taskId, names }: { taskId: string; names: TaskNames }) {
  const name = nameOfTask(names, taskId);
  return name === undefined ? <code className="text-xs">{taskId}</code> : <span title={taskId}>{name}</span>;
}
