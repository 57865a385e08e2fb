import { callAfter } from '#contract';
import type { StepCall } from '../definition/definition.ts';
import { StepTimeoutError } from '../definition/failures.ts';

/** The argument of a step function. Rarely used parts are created on demand. */
export class LazyStepCall implements StepCall {
  readonly attempt: number;
  readonly #key: () => string;
  readonly #signal: () => AbortSignal;

  constructor(attempt: number, key: () => string, signal: () => AbortSignal) {
    this.attempt = attempt;
    this.#key = key;
    this.#signal = signal;
  }

  get idempotencyKey(): string {
    return this.#key();
  }

  get signal(): AbortSignal {
    return this.#signal();
  }
}

/** Calls a step function with a time limit. At the limit, its signal aborts and the call rejects. */
export async function callWithin<T>(
  timeoutInMs: number,
  name: string,
  runSignal: AbortSignal,
  call: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const timeout = new AbortController();
  const failure = new StepTimeoutError(name, timeoutInMs);
  const { promise: over, reject } = Promise.withResolvers<never>();
  const cancel = callAfter(timeoutInMs, () => {
    timeout.abort(failure);
    reject(failure);
  });
  try {
    return await Promise.race([call(AbortSignal.any([runSignal, timeout.signal])), over]);
  } finally {
    cancel();
  }
}
