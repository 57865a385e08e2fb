import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readApprovals } from '@/lib/dashboard/approval/read-approvals.ts';

/** The operator's requests, and those of others that the operator may see. */
export const GET = readRoute(readApprovals);
