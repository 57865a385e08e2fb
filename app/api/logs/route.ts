import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readFoundLogs } from '@/lib/dashboard/log/read-found-logs.ts';

/** A page of the logs of all tasks. */
export const GET = readRoute((call) => readFoundLogs(call, call.searchParams));
