import { BlobMissingError } from '#blobs';
import { TaskdeckError } from '#contract';
import { entityTag } from '#database';
import type { EntryAddress, OpenBlob } from '../records.ts';
import { blobInfo } from '../rows/entry-row.ts';
import { storeForReading } from '../stores/store-for-reading.ts';
import { readMarks } from '../versions/marks.ts';
import type { BlobContext } from './context.ts';

type Row = {
  store_key: number;
  version: number;
  blob_key: string | null;
  blob: string | null;
  change: number;
  sensitive: string[] | null;
  store_sensitive: string[] | null;
};

/**
 * Opens a blob: its description, and its bytes on demand. The blob of an earlier version exists as long as one of the
 * entry's versions has it.
 */
export async function openBlob(
  { database, blobs }: Pick<BlobContext, 'database' | 'blobs'>,
  { namespace, storeName, id }: EntryAddress,
  { versionId }: { versionId?: string | undefined } = {},
): Promise<OpenBlob> {
  const [row] = await database<Row[]>`
    select s.key as store_key, e.version, e.blob_key, state_blob_json(e.blob_key) as blob, e.change, e.sensitive,
      s.sensitive as store_sensitive
    from state_store s join lateral (
      select blob_key, change, sensitive, version from state_entry
      where store_key = s.key and id = ${id} and (expires_on is null or expires_on > now())
      union all
      select blob_key, change, sensitive, version from state_version
      where store_key = s.key and id = ${id} and ${versionId ?? null}::uuid is not null
    ) e on ${versionId ?? null}::uuid is null or e.blob_key = ${versionId ?? null}
    where s.namespace = ${namespace} and s.name = ${storeName}
    order by e.version desc limit 1`;
  if (row === undefined) await storeForReading(database, { namespace, storeName });
  if (row === undefined && versionId === undefined)
    throw new TaskdeckError('StateNotFound', `the store "${storeName}" has no entry "${id}"`);
  if (row === undefined || row.blob_key === null || row.blob === null)
    throw new TaskdeckError(
      'BlobNotFound',
      versionId === undefined ? `"${id}" has no blob` : `"${id}" has no version whose blob is ${versionId}`,
    );
  const key = row.blob_key;
  const later = versionId === undefined ? [] : (await readMarks(database, row.store_key, [id]))(id, row.version);
  return {
    ...blobInfo(row.blob),
    storeName,
    id,
    entryEtag: entityTag(row.change),
    sensitive: [...new Set([...(row.sensitive ?? []), ...later, ...(row.store_sensitive ?? [])])],
    async read(range, signal) {
      try {
        return await blobs.read(key, range, signal);
      } catch (error) {
        if (!(error instanceof BlobMissingError)) throw error;
        const message = `the bytes of the blob of "${id}" are not in the blob store any more`;
        throw new TaskdeckError('BlobNotFound', message, { cause: error });
      }
    },
  };
}
