import type { EntryRow } from '@/components/state/entry.ts';
import { ProblemError } from '@/lib/dashboard/problem.ts';
import { readLines } from '../actions.ts';
import { fileNameOf, saveFile } from './save-file.ts';

const bytesPerCall = 4 * 1024 * 1024;
const entriesPerCall = 100;

/** Reads entries as they are and gives the browser a file of JSON lines that brings them back by an import. */
export async function saveRestoreFile(storeName: string, entries: readonly EntryRow[]): Promise<void> {
  const lines: string[] = [];
  for (const ids of inParts(entries)) {
    const answer = await readLines({ storeName, ids });
    if (!answer.ok) throw new ProblemError(answer.problem);
    lines.push(answer.value);
  }
  saveFile(new Blob(lines, { type: 'application/x-ndjson' }), fileNameOf(storeName, 'restore'));
}

/** Ids in parts that are each small enough for one answer. */
function inParts(entries: readonly Pick<EntryRow, 'id' | 'valueBytes'>[]): string[][] {
  const parts: string[][] = [];
  let bytes = 0;
  for (const { id, valueBytes } of entries) {
    const last = parts.at(-1);
    if (last === undefined || last.length === entriesPerCall || bytes + valueBytes > bytesPerCall) {
      parts.push([id]);
      bytes = valueBytes;
    } else {
      last.push(id);
      bytes += valueBytes;
    }
  }
  return parts;
}
