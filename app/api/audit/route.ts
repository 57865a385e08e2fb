import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readAudit } from '@/lib/dashboard/audit/read-audit.ts';

export const GET = readRoute((call) => readAudit(call, call.searchParams));
