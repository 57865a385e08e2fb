/** The orders of the task list. Each has an index. */
export const taskOrders = [
  'createdOn desc',
  'createdOn asc',
  'endedOn desc',
  'endedOn asc',
  'id asc',
  'id desc',
] as const;

export type TaskOrder = (typeof taskOrders)[number];

/** What a run with the status `waiting` waits for. */
export const taskWaits = ['event', 'sleep', 'task', 'lock'] as const;
