import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readBulkResults } from '@/lib/dashboard/bulk/read-bulk.ts';

export const GET = readRoute((call) => readBulkResults(call, call.params.id ?? '', call.searchParams));
