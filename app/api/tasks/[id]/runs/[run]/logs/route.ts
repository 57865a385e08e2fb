import type { LogAnswer } from '@/components/log/log-window.ts';
import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readPage } from '@/lib/dashboard/list/page.ts';
import { logOptions } from '@/lib/dashboard/log/log-options.ts';
import { parseRunCount } from '@/lib/dashboard/run/read-run.ts';

/** Lines of a run's log in the order of time: `?after=`, `?before=` or `?from=start|end`, under a filter. */
export const GET = readRoute(async ({ client, params, searchParams, signal }): Promise<LogAnswer> => {
  const { isBackward, maxPageSize, ...options } = logOptions(searchParams);
  const list = client.getLogsClient().listLogsAsync(params.id ?? '', parseRunCount(params.run ?? ''), {
    ...options,
    abortSignal: signal,
  });
  const page = await readPage(list, { maxPageSize });
  const lines = isBackward ? page.value.reverse() : page.value;
  return { lines, hasMore: page.continuationToken !== undefined };
});
