import { isEnded, type LogEntry, operations } from '#contract';
import { delay } from './abort.ts';
import { checkCallOptions, checkInterval } from './check-options.ts';
import type { Connection } from './connection.ts';
import type { ParamsOf } from './operation-types.ts';
import type { QueryOptions } from './options.ts';
import { throughOutage } from './through-outage.ts';

export type LogFollowOptions = Omit<QueryOptions<'ListLogs'>, 'orderBy' | 'continuationToken'> & {
  /** Time between two reads of new entries in milliseconds. Default 1 000. */
  pollingIntervalInMs?: number;
};

/**
 * Yields a run's log entries in order, reads new ones repeatedly, and ends when the run has ended and all are read. While the
 * service cannot be reached, it goes on for up to a minute.
 */
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
    const { status } = await throughOutage(connection, abortSignal, () =>
      connection.send('GetTaskHistory', { params: run }, { abortSignal, timeoutInMs }),
    );
    const pages = connection.list('ListLogs', run, { ...options, after, orderBy: 'loggedOn asc' });
    let continuationToken: string | undefined;
    do {
      const settings = continuationToken === undefined ? {} : { continuationToken };
      const { value: page } = await throughOutage(connection, abortSignal, () => pages.byPage(settings).next());
      for (const entry of page ?? []) {
        after = entry.id;
        yield entry;
      }
      continuationToken = page?.continuationToken;
    } while (continuationToken !== undefined);
    if (isEnded(status)) return;
    await delay(pollingIntervalInMs, abortSignal);
  }
}
