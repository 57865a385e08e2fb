import { causeChain, isThrownError, partOf, type RetryPolicy, retryDefaults } from '#contract';
import { NonRetryableError } from '../definition/failures.ts';

export type Retry = Partial<RetryPolicy> & { maximumAttempts: number };

/** Returns the milliseconds until the attempt after `attempt`, or `undefined` when there is none. */
export function delayBeforeNext(retry: Retry | undefined, attempt: number, thrown: unknown): number | undefined {
  if (retry === undefined || attempt >= retry.maximumAttempts || isFinal(thrown)) return undefined;
  const { initialIntervalInMs, backoffCoefficient, maximumIntervalInMs } = { ...retryDefaults, ...retry };
  return Math.min(maximumIntervalInMs, initialIntervalInMs * backoffCoefficient ** (attempt - 1));
}

/**
 * Returns whether the chain of causes has a NonRetryableError. Also compares by name, because it may come from another copy
 * of this module.
 */
export function isFinal(thrown: unknown): boolean {
  return causeChain(thrown)
    .filter(isThrownError)
    .some((cause) => cause instanceof NonRetryableError || partOf(cause, 'name') === 'NonRetryableError');
}
