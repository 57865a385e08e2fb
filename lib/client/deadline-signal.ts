import { checkInterval } from './check-options.ts';

/** When the signals made here abort, in milliseconds since 1970. */
const deadlines = new WeakMap<AbortSignal, number>();

/**
 * Returns a signal that aborts after a time, as `AbortSignal.timeout` does. It ends blocking calls too: they hold the thread
 * in which any other signal could be aborted, and the time of this one is known beforehand. One signal can bound several
 * calls together.
 */
export function deadlineSignal(timeoutInMs: number): AbortSignal {
  checkInterval('timeoutInMs', timeoutInMs);
  const signal = AbortSignal.timeout(timeoutInMs);
  deadlines.set(signal, Date.now() + timeoutInMs);
  return signal;
}

/** When a signal of `deadlineSignal` aborts; `undefined` for any other. */
export function deadlineOf(signal: AbortSignal): number | undefined {
  return deadlines.get(signal);
}
