import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { requiredParam } from '@/lib/dashboard/state/entry-params.ts';
import { readEntries } from '@/lib/dashboard/state/read-state.ts';

/** The first entries of an isolated store, with the filters of `ListState`. */
export const GET = readRoute(({ clientIn, searchParams, signal }) => {
  const client = clientIn(requiredParam(searchParams, 'owner'));
  searchParams.delete('owner');
  return readEntries(client, searchParams, { abortSignal: signal });
});
