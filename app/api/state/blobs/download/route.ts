import { downloadRoute } from '@/lib/dashboard/access/download-route.ts';
import { archiveOf } from '@/lib/dashboard/blob/blob-archive.ts';
import { requiredParam } from '@/lib/dashboard/state/entry-params.ts';

/** The blobs of several entries of a store as one ZIP archive. */
export const GET = downloadRoute(({ client, searchParams, signal }) =>
  archiveOf(client.getStateClient(), {
    storeName: requiredParam(searchParams, 'store'),
    ids: searchParams.getAll('id'),
    signal,
  }),
);
