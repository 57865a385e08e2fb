import { taskComparisonQuery } from '#contract';
import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readListOptions } from '@/lib/dashboard/list/list-options.ts';

/** How the tasks of a filter differ from those that succeeded. */
export const GET = readRoute(({ client, searchParams, signal }) =>
  client.compareTasksAsync({ ...readListOptions(taskComparisonQuery, searchParams), abortSignal: signal }),
);
