import 'server-only';
import type { TaskClient } from '#client';
import { logSearchQuery, logSearchVolumeQuery } from '#contract';
import { readListOptions } from '../list/list-options.ts';
import { type NameReader, nameTasks } from '../task/name-tasks.ts';
import type { FoundLogPage } from './found-log-page.ts';

/** A page of the logs of all tasks, the newest line first, with the filters of an address and the names of the tasks. */
export async function readFoundLogs(reader: NameReader, params: URLSearchParams): Promise<FoundLogPage> {
  const { continuationToken, maxPageSize, ...filter } = readListOptions(logSearchQuery, params);
  const settings = { maxPageSize, ...(continuationToken === undefined ? {} : { continuationToken }) };
  const pages = reader.client
    .getLogsClient()
    .listLogsOfTasksAsync({ ...filter, abortSignal: reader.signal })
    .byPage(settings);
  for await (const page of pages) {
    const { searchedTo, newestId, continuationToken: next } = page;
    return {
      value: await nameTasks(reader, [...page], ({ taskId }) => [taskId]),
      ...(next === undefined ? {} : { continuationToken: next }),
      ...(searchedTo === undefined ? {} : { searchedTo }),
      ...(newestId === undefined ? {} : { newestId }),
    };
  }
  return { value: [] };
}

/** How many lines of each level the logs of all tasks have over time. */
export function readFoundLogVolume(client: TaskClient, params: URLSearchParams, abortSignal: AbortSignal) {
  const query = readListOptions(logSearchVolumeQuery, params);
  return client.getLogsClient().getLogVolumeOfTasksAsync({ ...query, abortSignal });
}
