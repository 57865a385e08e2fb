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

/** The order of the values at a path, where it has an index: `/input/total desc`. */
export type ValueOrder = `/${string} ${'asc' | 'desc'}`;

/** Whether an order is one of values at a path. */
export function isValueOrder(order: TaskOrder | ValueOrder): order is ValueOrder {
  return order.startsWith('/');
}

/** The path of an order of values, as a JSON Pointer. */
export function pathOfOrder(order: ValueOrder): string {
  return order.slice(0, order.lastIndexOf(' '));
}

/** What a run with the status `waiting` waits for. */
export const taskWaits = ['event', 'sleep', 'task', 'lock'] as const;

/** Why a run does not move although its handler did not ask for a wait. */
export const stuckReasons = ['queued', 'backoff', 'paused', 'leaseExpired'] as const;

export type StuckReason = (typeof stuckReasons)[number];
