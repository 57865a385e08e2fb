import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readFleet } from '@/lib/dashboard/worker/read-fleet.ts';

export const GET = readRoute(({ client, signal }) => readFleet(client, signal));
