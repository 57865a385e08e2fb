import { stripIntervals } from '@/components/log/log-volume.ts';
import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { logOptions } from '@/lib/dashboard/log/log-options.ts';
import { parseRunCount } from '@/lib/dashboard/run/read-run.ts';

/** How many lines of each level a run's log has over time, and how many match a filter. */
export const GET = readRoute(({ client, params, searchParams, signal }) => {
  const { level, search, attempt, sequence } = logOptions(searchParams);
  return client.getLogsClient().getLogVolumeAsync(params.id ?? '', parseRunCount(params.run ?? ''), {
    ...{ level, search, attempt, sequence, intervals: stripIntervals, abortSignal: signal },
  });
});
