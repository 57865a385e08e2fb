import type { EntryRow } from '@/components/state/entry.ts';
import { ProblemError } from '../problem/problem.ts';
import { readLines } from './actions.ts';
import { fileNameOf, saveFile } from './save-file.ts';
import { versionParts } from './version-parts.ts';

/**
 * Gives the browser a file of JSON lines that brings entries back by an import: as they were in the versions given,
 * which can also be read when the entries are deleted. Resolves with how many it holds: a version may not be kept any more.
 * There is no file of none.
 */
export async function saveRestoreFile(
  storeName: string,
  entries: readonly EntryRow[],
  read: typeof readLines = readLines,
): Promise<number> {
  const lines: string[] = [];
  for (const versions of versionParts(entries)) {
    const answer = await read({ storeName, versions });
    if (!answer.ok) throw new ProblemError(answer.problem);
    lines.push(answer.value);
  }
  const held = lines.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
  if (held > 0) saveFile(new Blob(lines, { type: 'application/x-ndjson' }), fileNameOf(storeName, 'restore'));
  return held;
}
