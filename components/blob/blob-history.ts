import type { BlobInfo, StateVersion, StateWriter } from '#contract';

/** A blob that an entry has or had, with who brought it and in which version. */
export type KnownBlob = { blob: BlobInfo; version: number; by: StateWriter; on: string };

/** Every blob among an entry's versions (newest first, as they are listed), newest first, each with the version that brought it. */
export function blobsOf(versions: readonly StateVersion[]): KnownBlob[] {
  const found = new Map<string, KnownBlob>();
  for (const { blob, version, lastModifiedBy, lastModifiedOn } of versions) {
    if (blob === undefined) continue;
    // an older version that has it too is nearer to the one that brought it
    found.set(blob.versionId, { blob, version, by: lastModifiedBy, on: lastModifiedOn });
  }
  return [...found.values()].toSorted((one, other) => other.version - one.version);
}
