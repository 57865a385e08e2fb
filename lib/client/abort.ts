import { AbortError } from '@azure/abort-controller';

/** Throws an `AbortError` when the signal is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortErrorOf(signal);
}

/** Settles as `work` does, unless the signal aborts first: then rejects at once with an `AbortError`. */
export async function untilAborted<Result>(
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  throwIfAborted(signal);
  if (signal === undefined) return work();
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(abortErrorOf(signal));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(), aborted.promise]);
  } catch (error) {
    // an abort makes the stream or socket fail with its own error; the caller gets the AbortError
    throwIfAborted(signal);
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Waits. Rejects at once with an `AbortError` when the signal aborts. */
export function delay(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return untilAborted(
    signal,
    () => new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds))),
  ).finally(() => clearTimeout(timer));
}

function abortErrorOf(signal: AbortSignal): AbortError {
  return Object.assign(new AbortError('The operation was aborted.'), { cause: signal.reason });
}
