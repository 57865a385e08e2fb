import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readApiKeys } from '@/lib/dashboard/settings/read-access.ts';

export const GET = readRoute(({ client, signal }) => readApiKeys(client, signal));
