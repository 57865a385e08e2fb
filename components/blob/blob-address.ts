import { stateApi } from '@/components/state/state-path.ts';

/** Where a blob is downloaded: the present one of an entry, or that of an earlier version. */
export function blobAddress(storeName: string, id: string, versionId?: string): string {
  const query = new URLSearchParams({ store: storeName, id });
  if (versionId !== undefined) query.set('versionId', versionId);
  return `/api/blobs?${query}`;
}

/** More are not downloaded at once: their ids stand in an address, which servers and proxies bound. */
export const mostArchivedBlobs = 100;
const longestAddress = 6_000;

/** Where the blobs of several entries are downloaded as one archive, or why they are too many. */
export function archiveAddress(storeName: string, ids: readonly string[]): { href: string } | { reason: string } {
  if (ids.length > mostArchivedBlobs) return { reason: `At most ${mostArchivedBlobs} blobs are downloaded at once.` };
  const href = stateApi('blobs/download', { store: storeName, id: [...ids] });
  if (href.length > longestAddress) return { reason: 'The ids are too long to download all at once. Select fewer.' };
  return { href };
}
