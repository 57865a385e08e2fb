import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readNamedFleet } from '@/lib/dashboard/worker/read-fleet.ts';

export const GET = readRoute(readNamedFleet);
