import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readOverview } from '@/lib/dashboard/overview/read-overview.ts';

export const GET = readRoute(({ client, searchParams, signal }) =>
  readOverview(client, searchParams.get('window'), signal),
);
