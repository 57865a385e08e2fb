import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readValueIndexes } from '@/lib/dashboard/value-index/read-value-indexes.ts';

/** The indexes by which lists of tasks can be sorted. */
export const GET = readRoute(({ client, signal }) => readValueIndexes(client, signal));
