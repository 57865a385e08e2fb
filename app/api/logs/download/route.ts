import { type FoundLogEntry, logSearchQuery, stringifyJson } from '#contract';
import { downloadRoute } from '@/lib/dashboard/access/download-route.ts';
import { readListOptions } from '@/lib/dashboard/list/list-options.ts';
import { boundedLines } from '@/lib/dashboard/log/bounded-lines.ts';
import { foundLogLine } from '@/lib/dashboard/log/log-line.ts';

/** The logs of all tasks that a filter leaves, the newest line first: `?format=text` (default) or `ndjson`. */
export const GET = downloadRoute(async ({ client, searchParams, signal }) => {
  const isText = searchParams.get('format') !== 'ndjson';
  const { continuationToken: _, maxPageSize: __, ...filter } = readListOptions(logSearchQuery, searchParams, 'format');
  const pages = client
    .getLogsClient()
    .listLogsOfTasksAsync({ ...filter, abortSignal: signal })
    .byPage({ maxPageSize: 1_000 });
  return {
    fileName: `logs.${isText ? 'log' : 'ndjson'}`,
    mediaType: isText ? 'text/plain' : 'application/x-ndjson',
    chunks: isText
      ? boundedLines<FoundLogEntry>(pages, foundLogLine, (reason) => `-- ${reason}`)
      : boundedLines<FoundLogEntry>(pages, stringifyJson, (note) => stringifyJson({ note })),
  };
});
