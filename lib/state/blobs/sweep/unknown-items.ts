import type { BlobStore, StoredItem } from '#blobs';
import type { Database } from '#database';

/** The number of items of the blob store that one statement checks. */
const batchItems = 1_000;

/** An item of the blob store with what the database knows of it. */
export type KnownItem = StoredItem & {
  /** The length in the blob's row, absent without a row. */
  expectedLength: number | undefined;
  /** Whether an upload of this key is in progress. */
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

/** Queries the database after the item was listed, so that commits in between are seen. */
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

/** Whether the database has a blob or an upload in progress for it. */
export function isKnown({ isUploading, kind, expectedLength }: KnownItem): boolean {
  return isUploading || (kind === 'blob' && expectedLength !== undefined);
}

/** Whether nothing can refer to it any more: it is unknown to the database and not a new upload. */
export function isLeftOver(item: KnownItem, graceMs: number): boolean {
  if (isKnown(item)) return false;
  return Date.now() - Date.parse(item.modifiedOn) > graceMs;
}
