import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { countViews } from '@/lib/dashboard/view/read-views.ts';

export const GET = readRoute(({ client, signal }) => countViews(client, signal));
