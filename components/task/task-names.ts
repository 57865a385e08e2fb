/** Names of tasks by id, as far as they are known: a task without a name has its type. */
export type TaskNames = Readonly<Record<string, string>>;

/** A row with the names of the tasks in it. */
export type Named<Row> = Row & { taskNames: TaskNames };

/** Returns the name of a task; `undefined` where it is not known. */
export function nameOfTask(names: TaskNames, taskId: string): string | undefined {
  return Object.hasOwn(names, taskId) ? names[taskId] : undefined;
}
