import { nameOfTask, type TaskNames } from './task-names.ts';

/** A task that has no page here: its name where that is known, and its id, which finds it where it has one. */
export function TaskName({ taskId, names }: { taskId: string; names: TaskNames }) {
  const name = nameOfTask(names, taskId);
  return (
    <span className="wrap-anywhere">
      <bdi>{name}</bdi> <code className="break-all text-muted text-xs">{taskId}</code>
    </span>
  );
}
