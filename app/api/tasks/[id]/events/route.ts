import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readPage } from '@/lib/dashboard/list/page.ts';

/** A page of the external events of a task. */
export const GET = readRoute(({ client, params, searchParams, signal }) =>
  readPage(client.listTaskExternalEventsAsync(params.id ?? '', { abortSignal: signal }), {
    continuationToken: searchParams.get('continuationToken') ?? undefined,
    maxPageSize: 100,
  }),
);
