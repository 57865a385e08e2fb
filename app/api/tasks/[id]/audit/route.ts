import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readPage } from '@/lib/dashboard/list/page.ts';

/** A page of who changed a task, newest first. */
export const GET = readRoute(({ client, params, searchParams, signal }) =>
  readPage(client.listAuditAsync({ target: params.id ?? '', abortSignal: signal }), {
    continuationToken: searchParams.get('continuationToken') ?? undefined,
    maxPageSize: 100,
  }),
);
