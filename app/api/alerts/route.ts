import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readAlerts } from '@/lib/dashboard/alert/read-alerts.ts';

export const GET = readRoute(({ client, signal }) => readAlerts(client, signal));
