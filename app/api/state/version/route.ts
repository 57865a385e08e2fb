import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readVersion } from '@/lib/dashboard/state/read-state.ts';

/** One version with its value, `?store=&id=&version=`; a large one only with `whole=true`. */
export const GET = readRoute(({ client, searchParams, signal }) =>
  readVersion(client, searchParams, { abortSignal: signal }),
);
