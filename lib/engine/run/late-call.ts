import { NonRetryableError } from '../definition/failures.ts';

/** The error of a call through the context of a handler that has ended: another handler has it, or work that went on. */
export function lateCall({ taskId, runCount }: { taskId: string; runCount: number }, name: string): NonRetryableError {
  return new NonRetryableError(
    `"${name}" is called by run ${runCount} of task ${taskId}, whose handler has ended: a context is for its own handler, until that ends`,
  );
}
