/** The orders that the task list can have: those of an index. */
export const taskOrders = [
  'createdOn desc',
  'createdOn asc',
  'endedOn desc',
  'endedOn asc',
  'id asc',
  'id desc',
] as const;

export type TaskOrder = (typeof taskOrders)[number];

/** What a run of status `waiting` can wait for. */
export const taskWaits = ['event', 'sleep', 'task', 'lock'] as const;
