import type { Coverage } from './coverage.ts';
import type { Host } from './host-process.ts';
import type { Judged, Mutant } from './mutant.ts';
import { judges, rooms } from './rooms.ts';

/** The factor by which a loaded machine may be slower than when the durations were measured. */
const patience = 4;
const leastTestTimeoutInMs = 5_000;
const startOfRunInMs = 30_000;

/** How long the tests of one mutant may run in total, by their durations without it. */
export const defaultBudgetInMs = 60_000;

/**
 * Runs the test files that reach a mutant until one fails: the nearest first, then the quickest. Files beyond the budget
 * are not run, so that a survivor may be one that a farther test would notice.
 */
export async function judgeMutant(mutant: Mutant, coverage: Coverage, host: Host, budgetInMs: number): Promise<Judged> {
  const reaching = testsFor(mutant, coverage);
  const files = withinBudget(reaching, budgetInMs);
  if (files.length === 0) return { mutant, verdict: 'uncovered' };
  for (const { file, durationInMs, slowestTestInMs } of files) {
    const testTimeoutInMs = Math.round(Math.max(leastTestTimeoutInMs, patience * slowestTestInMs));
    const limit = startOfRunInMs + patience * durationInMs;
    const answer = await host.run({ file, mutant: mutant.id, testTimeoutInMs }, limit);
    if (answer === undefined || answer.isTimeout) return { mutant, verdict: 'timeout', by: file };
    if (!answer.hasPassed) return { mutant, verdict: 'killed', by: file };
  }
  return { mutant, verdict: 'survived', notRun: reaching.length - files.length };
}

type TestFile = { file: string; durationInMs: number; slowestTestInMs: number };

/** Returns the test files that reach a mutant and judge its room, in the order in which they run. */
export function testsFor(mutant: Mutant, coverage: Coverage): TestFile[] {
  const room = rooms.find(({ name }) => name === mutant.room);
  if (!room) return [];
  const reaching: TestFile[] = [];
  for (const [file, { reached, durationInMs, slowestTestInMs }] of coverage)
    if (judges(room, file) && reached.has(mutant.id)) reaching.push({ file, durationInMs, slowestTestInMs });
  return reaching.sort(
    (a, b) =>
      sharedFolders(b.file, mutant.file) - sharedFolders(a.file, mutant.file) || a.durationInMs - b.durationInMs,
  );
}

/** The first file, and the next ones as long as all of them fit. */
function withinBudget(files: readonly TestFile[], budgetInMs: number): TestFile[] {
  let total = 0;
  return files.filter(({ durationInMs }, at) => {
    total += durationInMs;
    return at === 0 || total <= budgetInMs;
  });
}

/** The number of folders that two paths have in common. A test named like the source is the nearest. */
function sharedFolders(testFile: string, file: string): number {
  if (testFile.replace('.test.', '.') === file) return Number.POSITIVE_INFINITY;
  const a = testFile.split('/').slice(0, -1);
  const b = file.split('/').slice(0, -1);
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++;
  return shared;
}
