import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readRows } from '@/lib/dashboard/state/read-state.ts';

/** The entries `?store=&id=&id=…` as they are now. */
export const GET = readRoute(async ({ client, searchParams, signal }) => ({
  value: await readRows(client, searchParams, { abortSignal: signal }),
}));
