import { execFileSync } from 'node:child_process';
import { projectFolder } from '../project.mjs';
import { StartError } from '../steps.mjs';
import type { Mutant } from './mutant.ts';

/** First and last line of the places of each file that changed since a commit. */
type ChangedLines = ReadonlyMap<string, readonly (readonly [number, number])[]>;

/** Lines that differ from a commit, uncommitted changes included. */
export function linesChangedSince(commit: string): ChangedLines {
  try {
    const flags = ['diff', '--unified=0', '--no-color', '--no-ext-diff', '--no-prefix', commit, '--', 'lib'];
    return readDiff(execFileSync('git', flags, { cwd: projectFolder, encoding: 'utf8', maxBuffer: 256 * 1024 ** 2 }));
  } catch (error) {
    throw new StartError(`git does not show what changed since ${commit}: ${String(error)}`);
  }
}

/** Reads the output of `git diff --unified=0 --no-prefix`. */
export function readDiff(diff: string): ChangedLines {
  const changed = new Map<string, [number, number][]>();
  let ranges: [number, number][] = [];
  for (const line of diff.split('\n')) {
    const file = /^\+\+\+ (.+?)\t?$/.exec(line)?.[1];
    if (file !== undefined) {
      ranges = [];
      changed.set(file, ranges);
    }
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
    const first = Number(hunk?.[1]);
    const count = Number(hunk?.[2] ?? 1);
    if (hunk && count > 0) ranges.push([first, first + count - 1]);
  }
  return changed;
}

/** Whether a mutant replaces text on a changed line. */
export function isChanged({ file, line, endLine }: Mutant, changed: ChangedLines): boolean {
  return (changed.get(file) ?? []).some(([first, last]) => line <= last && endLine >= first);
}
