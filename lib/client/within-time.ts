import type { OperationName } from '#contract';
import { checkInterval } from './check-options.ts';
import type { OperationOptions } from './options.ts';
import { RequestFailedError } from './request-failed-error.ts';

/** The options of one call with its time limit as part of the signal. */
type Bounded<Options> = {
  options: Options;
  /** Returns what the call throws in place of an error: `RequestFailedError` `RequestTimedOut` when the time is over. */
  told(error: unknown): unknown;
};

/** Begins the time of a call: its `timeoutInMs`, with retries, waits and further requests included. */
export function beginTime<Options extends OperationOptions>(
  operation: OperationName,
  options: Options,
): Bounded<Options> {
  const { timeoutInMs, abortSignal } = options;
  if (timeoutInMs === undefined) return { options, told: (error) => error };
  checkInterval('timeoutInMs', timeoutInMs);
  const deadline = AbortSignal.timeout(timeoutInMs);
  const signals = abortSignal === undefined ? [deadline] : [abortSignal, deadline];
  return {
    options: { ...options, abortSignal: AbortSignal.any(signals), timeoutInMs: undefined },
    told(cause) {
      if (!deadline.aborted || abortSignal?.aborted || !(cause instanceof Error) || cause.name !== 'AbortError')
        return cause;
      return new RequestFailedError(`not done within ${timeoutInMs} ms`, { operation, code: 'RequestTimedOut', cause });
    },
  };
}

/** Does the work of one call within its time. */
export async function withinTime<Options extends OperationOptions, Result>(
  operation: OperationName,
  given: Options,
  work: (options: Options) => Promise<Result>,
): Promise<Result> {
  const { options, told } = beginTime(operation, given);
  try {
    return await work(options);
  } catch (error) {
    throw told(error);
  }
}

/** Counts the time of a call that has parts. Returns what tells how much is left of it, at least a millisecond. */
export function beginParts(timeoutInMs: number | undefined): () => number | undefined {
  checkInterval('timeoutInMs', timeoutInMs);
  const begun = performance.now();
  return () =>
    timeoutInMs === undefined ? undefined : Math.max(1, Math.ceil(timeoutInMs - (performance.now() - begun)));
}
