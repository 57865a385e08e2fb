import { timelineQuery } from '#contract';
import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readListOptions } from '@/lib/dashboard/list/list-options.ts';

/** When runs ran, by worker or queue. */
export const GET = readRoute(({ client, searchParams, signal }) =>
  client.getTimelineAsync({ ...readListOptions(timelineQuery, searchParams), abortSignal: signal }),
);
