import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { requiredParam } from '@/lib/dashboard/state/entry-params.ts';
import { nullIfAsked, readEntry } from '@/lib/dashboard/state/read-state.ts';

/** One entry, `?store=&id=`; a large value is left out. With `ifAny=true`, `null` where there is none. */
export const GET = readRoute(({ client, searchParams, signal }) =>
  readEntry(client, requiredParam(searchParams, 'store'), requiredParam(searchParams, 'id'), {
    abortSignal: signal,
  }).catch(nullIfAsked(searchParams)),
);
