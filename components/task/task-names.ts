/** Names of tasks by id, as far as they are known: a task without a name has its type. */
export type TaskNames = Readonly<Record<string, string>>;

/** A row with the names of the tasks in it. */
export type Named<Row> = Row & { taskNames: TaskNames };
