import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readErrorGroup } from '@/lib/dashboard/error/read-error-group.ts';

/** One cause of failures. */
export const GET = readRoute(({ client, params, searchParams, signal }) =>
  readErrorGroup(client, params.id ?? '', searchParams.get('window'), signal),
);
