import { limits } from '#contract';
import { readPage } from '@/lib/dashboard/page.ts';
import { readRoute } from '@/lib/dashboard/read-route.ts';

/** Queues with what waits and runs in them. */
export const GET = readRoute(({ client, signal }) =>
  readPage(client.listQueuesAsync({ abortSignal: signal }), { maxPageSize: limits.pageSize }),
);
