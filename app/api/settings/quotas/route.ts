import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readQuotas } from '@/lib/dashboard/settings/read-access.ts';

export const GET = readRoute(({ client, signal }) => readQuotas(client, signal));
