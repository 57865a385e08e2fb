import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readFoundLogVolume } from '@/lib/dashboard/log/read-found-logs.ts';

/** How many lines of each level the logs of all tasks have over time. */
export const GET = readRoute(({ client, searchParams, signal }) => readFoundLogVolume(client, searchParams, signal));
