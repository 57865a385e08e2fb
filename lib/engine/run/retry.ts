import { type RetryPolicy, retryDefaults } from '#contract';
import { NonRetryableError } from '../definition/failures.ts';

export type Retry = Partial<RetryPolicy> & { maximumAttempts: number };

/** Returns the milliseconds until the attempt after `attempt`, or `undefined` when there is none. */
export function delayBeforeNext(retry: Retry | undefined, attempt: number, thrown: unknown): number | undefined {
  if (retry === undefined || attempt >= retry.maximumAttempts || isFinal(thrown)) return undefined;
  const { initialIntervalInMs, backoffCoefficient, maximumIntervalInMs } = { ...retryDefaults, ...retry };
  return Math.min(maximumIntervalInMs, initialIntervalInMs * backoffCoefficient ** (attempt - 1));
}

/**
 * Returns whether the chain of causes has a NonRetryableError. Compares by name, because it may come from another copy
 * of this module.
 */
export function isFinal(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause)
    if (error instanceof NonRetryableError || error.name === 'NonRetryableError') return true;
  return false;
}
