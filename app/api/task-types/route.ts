import { limits } from '#contract';
import { readPage } from '@/lib/dashboard/page.ts';
import { readRoute } from '@/lib/dashboard/read-route.ts';

/** The registered task types. */
export const GET = readRoute(({ client, signal }) =>
  readPage(client.listTaskTypesAsync({ abortSignal: signal }), { maxPageSize: limits.pageSize }),
);
