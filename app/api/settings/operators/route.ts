import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readOperators } from '@/lib/dashboard/settings/read-access.ts';

export const GET = readRoute(({ client, signal }) => readOperators(client, signal));
