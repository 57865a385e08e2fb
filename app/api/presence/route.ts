import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { sharePresence } from '@/lib/dashboard/presence/share-presence.ts';

/** Who else looks at a record. Asking says that the operator does. */
export const GET = readRoute(({ client, searchParams, signal }) => sharePresence(client, searchParams, signal));
