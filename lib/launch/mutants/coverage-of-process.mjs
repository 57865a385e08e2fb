// @ts-check
// Loaded first in every process and thread of a test run: at its end, writes which mutants it reached.
import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';

/** Writes the ids of the mutants that this process reached so far, when a coverage folder is given. */
export function writeReached() {
  const folder = process.env.TASKDECK_MUTANT_COVERAGE_FOLDER;
  const { mutantCoverage } = Reflect.get(globalThis, '__stryker__') ?? {};
  // a process that outlives its run finds the folder removed
  if (folder === undefined || mutantCoverage === undefined || !existsSync(folder)) return;
  const part = `${folder}/${randomUUID()}`;
  writeFileSync(part, JSON.stringify(Object.keys(mutantCoverage.static)));
  renameSync(part, `${part}.json`); // a process that is killed during the write leaves no partial file
}

process.on('exit', writeReached);
