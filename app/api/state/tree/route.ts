import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readTree } from '@/lib/dashboard/state/read-state.ts';

/** What `?store=` holds right below `?prefix=`, rolled up by `?delimiter=`. */
export const GET = readRoute(({ client, searchParams, signal }) =>
  readTree(client, searchParams, { abortSignal: signal }),
);
