import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readBulkResults } from '@/lib/dashboard/bulk/read-bulk.ts';

export const GET = readRoute(({ client, params, searchParams, signal }) =>
  readBulkResults(client, params.id ?? '', searchParams, signal),
);
