import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readVersion } from '@/lib/dashboard/state/read-state.ts';

/** One version with its value where that is small, `?store=&id=&version=`. The listener of requests answers `whole=true`. */
export const GET = readRoute(({ client, searchParams, signal }) =>
  readVersion(client, searchParams, { abortSignal: signal }),
);
