import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readAccess } from '@/lib/dashboard/state/read-state.ts';

/** The steps of recent runs that read or wrote `?store=&id=`. */
export const GET = readRoute(({ client, searchParams, signal }) =>
  readAccess(client, searchParams, { abortSignal: signal }),
);
