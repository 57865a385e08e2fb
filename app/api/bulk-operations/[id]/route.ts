import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readBulkOperation } from '@/lib/dashboard/bulk/read-bulk.ts';

export const GET = readRoute((call) => readBulkOperation(call, call.params.id ?? ''));
