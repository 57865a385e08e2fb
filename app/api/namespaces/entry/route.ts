import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { requiredParam } from '@/lib/dashboard/state/entry-params.ts';
import { readEntry } from '@/lib/dashboard/state/read-state.ts';

/** An entry of an isolated store. */
export const GET = readRoute(({ clientIn, searchParams, signal }) =>
  readEntry(
    clientIn(requiredParam(searchParams, 'owner')),
    requiredParam(searchParams, 'store'),
    requiredParam(searchParams, 'id'),
    { abortSignal: signal },
  ),
);
