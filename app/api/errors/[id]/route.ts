import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { errorWindowInMs } from '@/lib/dashboard/error/error-queries.ts';

/** One cause of failures. */
export const GET = readRoute(({ client, params, searchParams, signal }) =>
  client.getErrorGroupAsync(params.id ?? '', {
    windowInMs: errorWindowInMs(searchParams.get('window')),
    abortSignal: signal,
  }),
);
