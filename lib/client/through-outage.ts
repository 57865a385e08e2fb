import { delay } from './abort.ts';
import type { Connection } from './connection.ts';
import { isRequestFailedError, type RequestFailedError } from './request-failed-error.ts';

/** Longer than a restart of the service, or of the machine that it runs on, takes. */
const longestOutageInMs = 60_000;
const shortestPauseInMs = 250;
const longestPauseInMs = 5_000;

/**
 * Repeats a read of a long wait, whose retries are used up, for up to a minute in which the service cannot be reached. A client
 * without retries does not repeat it.
 */
export async function throughOutage<Result>(
  connection: Connection,
  abortSignal: AbortSignal | undefined,
  read: () => Promise<Result>,
): Promise<Result> {
  let lostAt: number | undefined;
  for (let pauseInMs = shortestPauseInMs; ; pauseInMs = Math.min(longestPauseInMs, pauseInMs * 2)) {
    try {
      return await read();
    } catch (error) {
      if (connection.maximumRetries === 0 || !isRequestFailedError(error) || !isOutage(error)) throw error;
      lostAt ??= performance.now();
      const waitInMs = Math.max(pauseInMs * (0.5 + Math.random() / 2), error.retryAfterInMs ?? 0);
      if (performance.now() - lostAt + waitInMs > longestOutageInMs) throw error;
      await delay(waitInMs, abortSignal);
    }
  }
}

/** The service, or a proxy before it, is away. */
function isOutage({ code, statusCode }: RequestFailedError): boolean {
  return code === 'ConnectionFailed' || statusCode === 502 || statusCode === 503 || statusCode === 504;
}
