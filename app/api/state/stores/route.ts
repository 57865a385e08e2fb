import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readStores } from '@/lib/dashboard/state/read-state.ts';

/** The stores, page by page, with the filters of `ListStores`. */
export const GET = readRoute(({ client, searchParams, signal }) =>
  readStores(client, searchParams, { abortSignal: signal }),
);
