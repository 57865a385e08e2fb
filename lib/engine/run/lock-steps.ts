import type { LockStep } from '../locks/run-locks.ts';
import type { HeldLock } from './definition.ts';
import type { Execution } from './execution.ts';
import { NonRetryableError } from './failures.ts';
import type { StepEntry } from './journal-entry.ts';
import type { RecordedStep } from './read-journal.ts';

/**
 * See `TaskContext.lock`. The lock's one step is waiting, then running while the lock is held, then succeeded or failed
 * as the guarded work was. On replay the work is called again whatever became of it, for its own steps hold what it did;
 * the lock is taken again only where some of it may still run.
 */
export async function underLock<T>(
  run: Execution,
  lockName: string,
  work: (lock: HeldLock) => T | Promise<T>,
): Promise<T> {
  if (!/^.{1,251}$/su.test(lockName)) throw new NonRetryableError('a lock name has 1 to 251 characters');
  const name = `lock ${lockName}`;
  const { recorded, sequence } = run.place(name, 'lock');
  if (recorded !== undefined && isOver(recorded, run.attempt))
    return work({ name: lockName, fencingToken: Number(recorded.output ?? 0) });
  const step: LockStep = { run, sequence, name, lockName };
  const fencingToken = await acquire(run, step);
  let value: T;
  try {
    value = await work({ name: lockName, fencingToken });
  } catch (thrown) {
    if (run.isOver) throw thrown; // where the run goes on, it still holds the lock
    await release(run, step, fencingToken, JSON.stringify(run.errorOf(thrown, name)));
    throw thrown;
  }
  await release(run, step, fencingToken, null);
  return value;
}

/** The guarded work is done; after a failure only until the run is tried again. */
function isOver(recorded: RecordedStep, attempt: number): boolean {
  return recorded.status === 'succeeded' || (recorded.status === 'failed' && recorded.attempt >= attempt);
}

async function acquire(run: Execution, step: LockStep): Promise<number> {
  for (;;) {
    const outcome = await whileBusy(run, () => run.host.locks.acquire(step));
    if ('fencingToken' in outcome) return outcome.fencingToken;
    const again = performance.now() + outcome.tryAgainInMs;
    await run.waits.forTime('lock', waitingEntry(run, step), again, true);
  }
}

async function release(run: Execution, step: LockStep, fencingToken: number, error: string | null): Promise<void> {
  await whileBusy(run, () => run.host.locks.release(step, fencingToken, error));
}

/** Does it when all that was handed to the handler before is committed; the run stays in memory meanwhile. */
async function whileBusy<T>(run: Execution, work: () => Promise<T>): Promise<T> {
  run.enterStep();
  try {
    await run.settled();
    const result = await work();
    return run.isOver ? await run.stopped<T>() : result;
  } finally {
    run.leaveStep();
  }
}

/** The step's row is written already: this only says what the run waits in. */
function waitingEntry(run: Execution, step: LockStep): StepEntry {
  return {
    kind: 'step',
    run,
    sequence: step.sequence,
    name: step.name,
    stepKind: 'lock',
    status: 'waiting',
    attempt: 1,
    attempts: null,
    output: null,
    error: null,
    startedAt: performance.now(),
    endedAt: null,
    wakeAt: null,
    eventName: null,
    childTaskId: null,
  };
}
