import { readOverview } from '@/lib/dashboard/read-overview.ts';
import { readRoute } from '@/lib/dashboard/read-route.ts';

export const GET = readRoute(({ client, searchParams, signal }) =>
  readOverview(client, searchParams.get('window'), signal),
);
