import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readSecrets } from '@/lib/dashboard/settings/read-access.ts';

export const GET = readRoute(({ client, signal }) => readSecrets(client, signal));
