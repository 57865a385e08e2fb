import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readViews } from '@/lib/dashboard/view/read-views.ts';

export const GET = readRoute(({ client, signal }) => readViews(client, signal));
