import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readSessions } from '@/lib/dashboard/settings/read-access.ts';

export const GET = readRoute(({ client, signal }) => readSessions(client, signal));
