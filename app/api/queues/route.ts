import { limits } from '#contract';
import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readPage } from '@/lib/dashboard/list/page.ts';

/** Queues with what waits and runs in them. */
export const GET = readRoute(({ client, signal }) =>
  readPage(client.listQueuesAsync({ abortSignal: signal }), { maxPageSize: limits.pageSize }),
);
