import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readIsolatedNames } from '@/lib/dashboard/owner/read-namespaces.ts';
import { requiredParam } from '@/lib/dashboard/state/entry-params.ts';

/** The isolated stores and locks of an owner. */
export const GET = readRoute(({ clientIn, scopes, searchParams, signal }) =>
  readIsolatedNames(
    clientIn(requiredParam(searchParams, 'owner')),
    { stores: scopes.includes('state/read'), locks: scopes.includes('locks/read') },
    signal,
  ),
);
