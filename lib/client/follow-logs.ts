import { isEnded, type LogEntry, operations } from '#contract';
import { delay } from './abort.ts';
import { checkCallOptions, checkInterval } from './check-options.ts';
import type { Connection } from './connection.ts';
import type { ParamsOf } from './operation-types.ts';
import type { QueryOptions } from './options.ts';

export type LogFollowOptions = Omit<QueryOptions<'ListLogs'>, 'orderBy' | 'continuationToken'> & {
  /** Time between two reads of new entries in milliseconds. Default 1 000. */
  pollingIntervalInMs?: number;
};

/** Yields a run's log entries in order, reads new ones repeatedly, and ends when the run has ended and all are read. */
export async function* followLogs(
  connection: Connection,
  run: ParamsOf<'ListLogs'>,
  { pollingIntervalInMs = 1_000, ...options }: LogFollowOptions,
): AsyncGenerator<LogEntry, undefined> {
  checkInterval('pollingIntervalInMs', pollingIntervalInMs);
  checkCallOptions(operations.ListLogs, options);
  const { abortSignal, timeoutInMs } = options;
  let after = options.after;
  while (true) {
    // read first, so that all entries up to the end of the run are read after it
    const { status } = await connection.send('GetTaskHistory', { params: run }, { abortSignal, timeoutInMs });
    for await (const entry of connection.list('ListLogs', run, { ...options, after, orderBy: 'loggedOn asc' })) {
      after = entry.id;
      yield entry;
    }
    if (isEnded(status)) return;
    await delay(pollingIntervalInMs, abortSignal);
  }
}
