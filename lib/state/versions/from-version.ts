import { parseStoredInTurns } from '#contract';
import { readStored } from '#database';
import { blobInfo, type EntryRow } from '../rows/entry-row.ts';
import type { UpsertOperation } from '../write/mutation.ts';

/** Returns the operation that restores a version. An expiry that has passed is dropped. */
export async function asVersion(row: EntryRow): Promise<UpsertOperation> {
  const blob = row.blob === null ? undefined : blobInfo(row.blob);
  return {
    kind: 'upsert',
    id: row.id,
    value: row.value === null ? null : await parseStoredInTurns(row.value),
    text: row.value ?? undefined,
    hasBlob: row.has_blob,
    contentType: row.content_type ?? 'application/json',
    tags: readStored<Record<string, string>>(row.tags ?? '{}'),
    sensitive: row.sensitive ?? [],
    ...(row.expires_on === null ? { ttlInSeconds: -1 } : { expiresOn: row.expires_on }),
    blob: { key: blob?.versionId ?? null, contentLength: blob?.contentLength ?? 0, mayReplace: true },
  };
}
