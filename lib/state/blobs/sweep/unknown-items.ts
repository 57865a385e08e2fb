import type { BlobStore, StoredItem } from '#blobs';
import type { Database } from '#database';

/** Items of the blob store asked for in one statement. */
const batchItems = 1_000;

/** What the blob store holds, in batches, with what the database knows of each. */
export type KnownItem = StoredItem & {
  /** The length that the blob's row tells; none without a row. */
  expectedLength: number | undefined;
  /** An upload of this key is under way. */
  isUploading: boolean;
};

export async function* knownItems(database: Database, blobs: BlobStore): AsyncGenerator<KnownItem[]> {
  let batch: StoredItem[] = [];
  for await (const item of blobs.list()) {
    batch.push(item);
    if (batch.length < batchItems) continue;
    yield await know(database, batch);
    batch = [];
  }
  if (batch.length > 0) yield await know(database, batch);
}

/** The database is asked after the item was seen: what is committed meanwhile is known. */
async function know(database: Database, items: readonly StoredItem[]): Promise<KnownItem[]> {
  const rows = await database<{ key: string; content_length: number | null; is_uploading: boolean }[]>`
    select asked.key, b.content_length, u.key is not null as is_uploading
    from unnest(${items.map(({ key }) => key)}::uuid[]) asked (key)
    left join blob b on b.key = asked.key
    left join blob_upload u on u.key = asked.key and u.result is null`;
  const known = new Map(rows.map((row) => [row.key, row]));
  return items.map((item) => ({
    ...item,
    expectedLength: known.get(item.key)?.content_length ?? undefined,
    isUploading: known.get(item.key)?.is_uploading ?? false,
  }));
}

/** Whether nobody will ever ask for it: nothing in the database tells of it, and it is no upload that has just begun. */
export function isLeftOver(item: KnownItem, graceMs: number): boolean {
  if (item.isUploading || (item.kind === 'blob' && item.expectedLength !== undefined)) return false;
  return Date.now() - Date.parse(item.modifiedOn) > graceMs;
}
