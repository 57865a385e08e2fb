import { parseJson, type WatchChange } from '#contract';
import { delay } from './abort.ts';
import { generalOptions, refuseUnknownOptions } from './check-options.ts';
import type { Connection } from './connection.ts';
import { readServerSentEvents } from './event-stream.ts';
import type { OperationOptions } from './options.ts';
import { isRequestFailedError, RequestFailedError } from './request-failed-error.ts';
import { beginTime } from './within-time.ts';

export type WatchOptions = OperationOptions & {
  /** Only changes of these tasks. */
  taskId?: string[] | undefined;
  /** Called at each ping. The service sends one every second. */
  onPing?: (() => void) | undefined;
};

/** The events of a watch. */
export type WatchMessage =
  /** The stream has begun, at first or again. What is shown may be outdated: read it again. */
  | { kind: 'ready' }
  | ({ kind: 'change' } & WatchChange)
  /** The connection is lost and is being restored. */
  | { kind: 'lost'; error: RequestFailedError };

/** A service may ping as rarely as every 15 s. A stream that misses three pings is dead. */
const silenceInMs = 45_000;
const shortestPauseInMs = 250;
const longestPauseInMs = 10_000;

/**
 * Yields until aborted. Throws `AbortError`, or `RequestFailedError` when a retry cannot help (401, 403, 400). Its `return`
 * ends at once also while a `next` waits: that of a generator would wait for the next change.
 */
export function watch(connection: Connection, options: WatchOptions): AsyncGenerator<WatchMessage, undefined> {
  const left = new AbortController();
  const messages = untilLeft(connection, options, left.signal);
  const end = messages.return.bind(messages);
  return Object.assign(messages, {
    return(value: undefined) {
      left.abort();
      return end(value);
    },
  });
}

async function* untilLeft(
  connection: Connection,
  options: WatchOptions,
  left: AbortSignal,
): AsyncGenerator<WatchMessage, undefined> {
  const { options: bounded, told } = beginTime('Watch', options);
  try {
    yield* readStreams(connection, bounded, left);
  } catch (error) {
    if (!left.aborted) throw told(error);
  }
}

async function* readStreams(
  connection: Connection,
  options: WatchOptions,
  left: AbortSignal,
): AsyncGenerator<WatchMessage, undefined> {
  refuseUnknownOptions(options, [...generalOptions, 'taskId', 'onPing']);
  const { abortSignal } = options;
  const ending = abortSignal === undefined ? left : AbortSignal.any([left, abortSignal]);
  let pauseInMs = shortestPauseInMs;
  while (true) {
    let failure: RequestFailedError;
    try {
      for await (const message of readStream(connection, { ...options, abortSignal: ending })) {
        pauseInMs = shortestPauseInMs;
        yield message;
      }
      failure = lostConnection('the service ended the stream');
    } catch (error) {
      if (ending.aborted || !isRequestFailedError(error) || isFinal(error)) throw error;
      failure = error;
    }
    yield { kind: 'lost', error: failure };
    await delay(pauseInMs * (0.5 + Math.random() / 2), ending);
    pauseInMs = Math.min(longestPauseInMs, pauseInMs * 2);
  }
}

async function* readStream(connection: Connection, options: WatchOptions): AsyncGenerator<WatchMessage, undefined> {
  const silence = new AbortController();
  const signals = [silence.signal, ...(options.abortSignal === undefined ? [] : [options.abortSignal])];
  const abortSignal = AbortSignal.any(signals);
  let timer = setTimeout(() => silence.abort(), silenceInMs);
  try {
    const { stream } = await connection.open('Watch', { query: { taskId: options.taskId } }, { abortSignal });
    for await (const { event, data } of readServerSentEvents(stream, abortSignal)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceInMs);
      if (event === 'ping') options.onPing?.();
      if (event === 'ready') yield { kind: 'ready' };
      if (event === 'change') yield { kind: 'change', ...trustChange(parseJson(data)) };
    }
  } catch (error) {
    if (options.abortSignal?.aborted || isRequestFailedError(error)) throw error;
    throw lostConnection(
      silence.signal.aborted ? `nothing received for ${silenceInMs} ms` : 'the stream was interrupted',
      error,
    );
  } finally {
    clearTimeout(timer);
    silence.abort(); // closes the connection when the watcher stops
  }
}

/** The service writes `change` from the contract's `watchChange`. */
function trustChange(data: unknown): WatchChange {
  return data as WatchChange;
}

function lostConnection(message: string, cause?: unknown): RequestFailedError {
  return new RequestFailedError(message, { operation: 'Watch', code: 'ConnectionFailed', cause });
}

/** Whether the next answer would be the same. */
function isFinal({ statusCode, code }: RequestFailedError): boolean {
  if (code === 'NoToken') return true;
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 && statusCode !== 408 && statusCode !== 429;
}
