import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readNamespaces } from '@/lib/dashboard/owner/read-namespaces.ts';

/** Who has isolated stores and locks. */
export const GET = readRoute(({ client, signal }) => readNamespaces(client, signal));
