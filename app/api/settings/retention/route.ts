import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readRetention } from '@/lib/dashboard/retention/read-retention.ts';

export const GET = readRoute(({ client, scopes, signal }) => readRetention(client, scopes, signal));
