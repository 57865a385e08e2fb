import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { requiredParam } from '@/lib/dashboard/state/entry-params.ts';
import { nullIfAsked } from '@/lib/dashboard/state/read-state.ts';

/** One store with its policy: `?store=`. With `ifAny=true`, `null` where nothing was written to it yet. */
export const GET = readRoute(({ client, searchParams, signal }) =>
  client
    .getStateClient()
    .getStoreAsync(requiredParam(searchParams, 'store'), { abortSignal: signal })
    .catch(nullIfAsked(searchParams)),
);
