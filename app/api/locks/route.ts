import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readLocks } from '@/lib/dashboard/read-lists.ts';

export const GET = readRoute(({ client, searchParams, signal }) => readLocks(client, searchParams, signal));
