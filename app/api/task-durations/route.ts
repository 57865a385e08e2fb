import { taskDurationsQuery } from '#contract';
import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readListOptions } from '@/lib/dashboard/list/list-options.ts';

/** How long the ended tasks of a filter took, for a map. */
export const GET = readRoute(({ client, searchParams, signal }) =>
  client.getTaskDurationsAsync({ ...readListOptions(taskDurationsQuery, searchParams), abortSignal: signal }),
);
