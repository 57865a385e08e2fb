import type { StepCall } from '../definition/definition.ts';
import { StepTimeoutError } from '../definition/failures.ts';

/** What a step function is given; the parts that few use are made on demand. */
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

/** Calls a step function with a limit of time: its signal aborts and the call rejects when that is over. */
export async function callWithin<T>(
  timeoutInMs: number,
  name: string,
  runSignal: AbortSignal,
  call: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const timeout = new AbortController();
  const failure = new StepTimeoutError(name, timeoutInMs);
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    timeout.abort(failure);
    reject(failure);
  }, timeoutInMs);
  try {
    return await Promise.race([call(AbortSignal.any([runSignal, timeout.signal])), over]);
  } finally {
    clearTimeout(timer);
  }
}
