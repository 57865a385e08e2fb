import { readLocks } from '@/lib/dashboard/read-lists.ts';
import { readRoute } from '@/lib/dashboard/read-route.ts';

export const GET = readRoute(({ client, searchParams, signal }) => readLocks(client, searchParams, signal));
