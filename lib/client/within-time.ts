import type { OperationName } from '#contract';
import { checkInterval } from './check-options.ts';
import type { OperationOptions } from './options.ts';
import { RequestFailedError } from './request-failed-error.ts';

/**
 * Does the work of one call within its `timeoutInMs`: retries, waits and further requests included. Throws
 * `RequestFailedError` `RequestTimedOut` when the time is over.
 */
export async function withinTime<Options extends OperationOptions, Result>(
  operation: OperationName,
  options: Options,
  work: (options: Options) => Promise<Result>,
): Promise<Result> {
  const { timeoutInMs, abortSignal } = options;
  if (timeoutInMs === undefined) return work(options);
  checkInterval('timeoutInMs', timeoutInMs);
  const deadline = AbortSignal.timeout(timeoutInMs);
  const signals = abortSignal === undefined ? [deadline] : [abortSignal, deadline];
  try {
    return await work({ ...options, abortSignal: AbortSignal.any(signals), timeoutInMs: undefined });
  } catch (cause) {
    if (!deadline.aborted || abortSignal?.aborted || !(cause instanceof Error) || cause.name !== 'AbortError')
      throw cause;
    throw new RequestFailedError(`not done within ${timeoutInMs} ms`, { operation, code: 'RequestTimedOut', cause });
  }
}
