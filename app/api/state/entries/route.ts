import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readEntries } from '@/lib/dashboard/state/read-state.ts';

/** The entries of `?store=`, page by page, with the filters of `ListState`. */
export const GET = readRoute(({ client, searchParams, signal }) =>
  readEntries(client, searchParams, { abortSignal: signal }),
);
