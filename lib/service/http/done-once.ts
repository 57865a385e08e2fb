import { type Operation, operations } from '#contract';

/**
 * Whether an operation is done once for each `Idempotency-Key`: every POST that changes something, and what else the
 * table says so of. A task's creation has its own way to it.
 */
export function isDoneOnce(operation: Operation): boolean {
  if (operation.scopes === 'anonymous' || operation.protocol !== undefined || operation.isSafe) return false;
  return operation.isOnceForKey ?? operation.method === 'POST';
}

/** Whether `onceForKey` does it. */
export function isDoneOnceByKey(operation: Operation): boolean {
  return isDoneOnce(operation) && operation !== operations.CreateTask;
}
