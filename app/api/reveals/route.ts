import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readReveals } from '@/lib/dashboard/reveal/read-reveals.ts';

/** Who sees, or last saw, the hidden values of an entry or run. */
export const GET = readRoute(({ client, searchParams, signal }) => readReveals(client, searchParams, signal));
