/** Where a blob is downloaded: the present one of an entry, or that of an earlier version. */
export function blobAddress(storeName: string, id: string, versionId?: string): string {
  const query = new URLSearchParams({ store: storeName, id });
  if (versionId !== undefined) query.set('versionId', versionId);
  return `/api/blobs?${query}`;
}
