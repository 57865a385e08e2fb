import type { EntryRow } from '@/components/state/entry.ts';

export const bytesPerCall = 4 * 1024 * 1024;
export const entriesPerCall = 25;
/** A value whose size is hidden counts as an equal share of a call. */
const unknownBytes = bytesPerCall / entriesPerCall;

type Version = { id: string; version: number };

/** Versions in parts that are each small enough for one answer. */
export function versionParts(entries: readonly Pick<EntryRow, 'id' | 'version' | 'valueBytes'>[]): Version[][] {
  const parts: Version[][] = [];
  let bytes = 0;
  for (const { id, version, valueBytes = unknownBytes } of entries) {
    const last = parts.at(-1);
    if (last === undefined || last.length === entriesPerCall || bytes + valueBytes > bytesPerCall) {
      parts.push([{ id, version }]);
      bytes = valueBytes;
    } else {
      last.push({ id, version });
      bytes += valueBytes;
    }
  }
  return parts;
}
