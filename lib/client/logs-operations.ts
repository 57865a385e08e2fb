import type { FoundLogEntry, LogEntry, LogSearchVolume, LogVolume, LogWriteInput } from '#contract';
import type { Connection } from './connection.ts';
import { followLogs, type LogFollowOptions } from './follow-logs.ts';
import type { PageExtraOf, ParamsOf } from './operation-types.ts';
import type { PostOptions, QueryOptions } from './options.ts';
import type { Pageable } from './pageable.ts';

export type LogListOptions = QueryOptions<'ListLogs'>;

export type LogVolumeOptions = QueryOptions<'GetLogVolume'>;

export type LogSearchOptions = QueryOptions<'ListLogsOfTasks'>;

export type LogSearchVolumeOptions = QueryOptions<'GetLogVolumeOfTasks'>;

type RunCount = ParamsOf<'ListLogs'>['runCount'];

/** The operations of `LogsClient` in their asynchronous form. */
export class LogsOperations {
  protected readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Lists the log entries of a run. */
  listLogsAsync(taskId: string, runCount: RunCount, options: LogListOptions = {}): Pageable<LogEntry> {
    return this.connection.list('ListLogs', { id: taskId, runCount }, options);
  }

  /** Returns how many entries of each level the log of a run has over time, and how many match a filter. */
  getLogVolumeAsync(
    taskId: string,
    runCount: RunCount,
    { abortSignal, timeoutInMs, ...query }: LogVolumeOptions = {},
  ): Promise<LogVolume> {
    const request = { params: { id: taskId, runCount }, query };
    return this.connection.send('GetLogVolume', request, { abortSignal, timeoutInMs });
  }

  /**
   * Lists the log entries of all tasks, the newest first. A page whose filter matches few entries can be short or empty and
   * then has `searchedTo`.
   */
  listLogsOfTasksAsync(options: LogSearchOptions = {}): Pageable<FoundLogEntry, PageExtraOf<'ListLogsOfTasks'>> {
    return this.connection.list('ListLogsOfTasks', {}, options);
  }

  /** Returns how many entries of each level the logs of all tasks have over time. */
  getLogVolumeOfTasksAsync({
    abortSignal,
    timeoutInMs,
    ...query
  }: LogSearchVolumeOptions = {}): Promise<LogSearchVolume> {
    return this.connection.send('GetLogVolumeOfTasks', { query }, { abortSignal, timeoutInMs });
  }

  /** Adds entries to the log of a run. */
  writeLogsAsync(
    taskId: string,
    runCount: RunCount,
    entries: LogWriteInput['entries'],
    options: PostOptions = {},
  ): Promise<void> {
    return this.connection.send('WriteLogs', { params: { id: taskId, runCount }, body: { entries } }, options);
  }

  /** Yields the log entries of a run from the beginning (or `after` an entry's id) until the run has ended. */
  followLogsAsync(taskId: string, runCount: RunCount, options: LogFollowOptions = {}): AsyncIterableIterator<LogEntry> {
    return followLogs(this.connection, { id: taskId, runCount }, options);
  }
}
