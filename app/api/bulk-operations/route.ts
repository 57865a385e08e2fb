import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readBulkOperations } from '@/lib/dashboard/bulk/read-bulk.ts';

export const GET = readRoute(({ client, searchParams, signal }) => readBulkOperations(client, searchParams, signal));
