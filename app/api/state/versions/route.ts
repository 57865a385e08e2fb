import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readVersions } from '@/lib/dashboard/state/read-state.ts';

/** The versions of `?store=&id=`, newest first, without values; also of a deleted entry. */
export const GET = readRoute(({ client, searchParams, signal }) =>
  readVersions(client, searchParams, { abortSignal: signal }),
);
