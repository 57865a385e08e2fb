import 'server-only';
import type { TaskClient } from '#client';
import { logSearchQuery, logSearchVolumeQuery } from '#contract';
import { readListOptions } from '../list/list-options.ts';
import type { FoundLogPage } from './found-log-page.ts';

/** A page of the logs of all tasks, the newest line first, with the filters of an address. */
export async function readFoundLogs(
  client: TaskClient,
  params: URLSearchParams,
  abortSignal?: AbortSignal,
): Promise<FoundLogPage> {
  const { continuationToken, maxPageSize, ...filter } = readListOptions(logSearchQuery, params);
  const settings = { maxPageSize, ...(continuationToken === undefined ? {} : { continuationToken }) };
  const pages = client
    .getLogsClient()
    .listLogsOfTasksAsync({ ...filter, abortSignal })
    .byPage(settings);
  for await (const page of pages) {
    const { searchedTo, newestId, continuationToken: next } = page;
    return {
      value: [...page],
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
