import type { EntryRow } from '@/components/state/entry.ts';
import { ProblemError } from '../problem/problem.ts';
import { readLines } from './actions.ts';
import { fileNameOf, saveFile } from './save-file.ts';

const bytesPerCall = 4 * 1024 * 1024;
const entriesPerCall = 25;

/**
 * Gives the browser a file of JSON lines that brings entries back by an import: as they were in the versions given,
 * which can also be read when the entries are deleted.
 */
export async function saveRestoreFile(storeName: string, entries: readonly EntryRow[]): Promise<void> {
  const lines: string[] = [];
  for (const versions of inParts(entries)) {
    const answer = await readLines({ storeName, versions });
    if (!answer.ok) throw new ProblemError(answer.problem);
    lines.push(answer.value);
  }
  saveFile(new Blob(lines, { type: 'application/x-ndjson' }), fileNameOf(storeName, 'restore'));
}

type Version = { id: string; version: number };

/** Versions in parts that are each small enough for one answer. */
function inParts(entries: readonly EntryRow[]): Version[][] {
  const parts: Version[][] = [];
  let bytes = 0;
  for (const { id, version, valueBytes } of entries) {
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
