import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readPasskeys } from '@/lib/dashboard/settings/read-access.ts';

export const GET = readRoute(({ client, signal }) => readPasskeys(client, signal));
