import { limits } from '#contract';
import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readPage } from '@/lib/dashboard/list/page.ts';

/** The registered task types. */
export const GET = readRoute(({ client, signal }) =>
  readPage(client.listTaskTypesAsync({ abortSignal: signal }), { maxPageSize: limits.pageSize }),
);
