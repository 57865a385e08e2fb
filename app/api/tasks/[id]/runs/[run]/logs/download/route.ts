import { type LogEntry, stringifyJson } from '#contract';
import { downloadRoute } from '@/lib/dashboard/access/download-route.ts';
import { logLine } from '@/lib/dashboard/log/log-line.ts';
import { logOptions } from '@/lib/dashboard/log/log-options.ts';
import { parseRunCount } from '@/lib/dashboard/run/read-run.ts';

/** The log of a run, all of it or what a filter leaves: `?format=text` (default) or `ndjson`. */
export const GET = downloadRoute(async ({ client, params, searchParams, signal }) => {
  const run = parseRunCount(params.run ?? '');
  const isText = searchParams.get('format') !== 'ndjson';
  const { isBackward: _, maxPageSize: __, ...options } = logOptions(searchParams);
  const pages = client
    .getLogsClient()
    .listLogsAsync(params.id ?? '', run, { ...options, abortSignal: signal })
    .byPage({ maxPageSize: 1_000 });
  return {
    fileName: `${params.id}-run-${run}.${isText ? 'log' : 'ndjson'}`,
    mediaType: isText ? 'text/plain' : 'application/x-ndjson',
    chunks: chunksOf(pages, isText ? logLine : stringifyJson),
  };
});

async function* chunksOf(pages: AsyncIterable<LogEntry[]>, write: (line: LogEntry) => string): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((line) => `${write(line)}\n`).join('');
}
