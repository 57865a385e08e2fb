import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readAlert } from '@/lib/dashboard/alert/read-alerts.ts';

/** An alert with its newest deliveries. */
export const GET = readRoute(({ client, params, signal }) => readAlert(client, params.id ?? '', signal));
