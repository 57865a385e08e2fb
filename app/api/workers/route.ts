import { readFleet } from '@/lib/dashboard/read-fleet.ts';
import { readRoute } from '@/lib/dashboard/read-route.ts';

export const GET = readRoute(({ client, signal }) => readFleet(client, signal));
