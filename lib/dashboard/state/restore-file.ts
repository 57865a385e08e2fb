import type { EntryRow } from '@/components/state/entry.ts';
import { ProblemError } from '../problem/problem.ts';
import { readLines } from './actions.ts';
import { fileNameOf, saveFile } from './save-file.ts';
import { versionParts } from './version-parts.ts';

/**
 * Gives the browser a file of JSON lines that brings entries back by an import: as they were in the versions given,
 * which can also be read when the entries are deleted.
 */
export async function saveRestoreFile(storeName: string, entries: readonly EntryRow[]): Promise<void> {
  const lines: string[] = [];
  for (const versions of versionParts(entries)) {
    const answer = await readLines({ storeName, versions });
    if (!answer.ok) throw new ProblemError(answer.problem);
    lines.push(answer.value);
  }
  saveFile(new Blob(lines, { type: 'application/x-ndjson' }), fileNameOf(storeName, 'restore'));
}
