import { AsyncLocalStorage } from 'node:async_hooks';
import type { HeldLock } from '../definition/definition.ts';
import { NonRetryableError } from '../definition/failures.ts';
import { checkWork } from '../run/check-given.ts';
import type { Execution } from '../run/execution.ts';
import { endOfWork } from '../run/handover.ts';
import { inTurn } from '../run/in-turn.ts';
import { stepEntry } from '../run/journal-entry.ts';
import type { RecordedStep } from '../run/read-journal.ts';
import type { LockStep, RunLocks } from './run-locks.ts';

/** A lock under which code runs, and those around it. */
type Held = { run: Execution; name: string; isReleased: boolean; outer: Held | undefined };

const heldHere = new AsyncLocalStorage<Held>();

/**
 * See `TaskContext.lock`. The lock has one step: it is waiting, then running while the lock is held, then succeeded or
 * failed like the guarded work. On replay the work is called again in every case, because its own steps hold its
 * results. The lock is taken again only when some of the work may still run.
 */
export async function underLock<T>(
  run: Execution,
  locks: RunLocks,
  lockName: string,
  work: (lock: HeldLock) => T | Promise<T>,
): Promise<T> {
  if (typeof lockName !== 'string' || !/^.{1,251}$/su.test(lockName))
    throw new NonRetryableError('a lock name is a text of 1 to 251 characters');
  checkWork(`lock "${lockName}"`, work);
  run.secrets.assertAbsent(lockName, 'the name of the lock');
  refuseHeld(run, lockName);
  const place = run.place(`lock ${lockName}`, 'lock');
  const { recorded, sequence, name } = place;
  const isDone =
    recorded !== undefined && isOver(recorded, run.attempt) && !run.replay.isWorkMadeAgain(sequence, run.attempt);
  const step: LockStep = { run, sequence, name, lockName, callOrder: run.replay.handover.untold };
  const take = () => (isDone ? Number(recorded.output ?? 0) : acquire(run, locks, step));
  const fencingToken = await inTurn(run, place, take, isDone);
  const leave = (thrown?: { error: unknown }) => {
    if (isDone) return;
    const error = thrown === undefined ? null : JSON.stringify(run.errorOf(thrown.error, name));
    return run.whileBusy(() => locks.release(step, fencingToken, error));
  };
  const end = { sequence: endOfWork(sequence), recorded };
  let value: T;
  try {
    value = await workUnder(run, { name: lockName, fencingToken }, work);
  } catch (error) {
    if (run.isOver) throw error; // when the run goes on, it still holds the lock
    await inTurn(run, end, () => leave({ error }), isDone);
    throw error;
  }
  await inTurn(run, end, () => leave(), isDone);
  return value;
}

/**
 * Throws when the code that asks for a lock runs under it: it would wait for itself. Other code of the same handler, which
 * runs beside that, waits for the lock as another run does.
 */
function refuseHeld(run: Execution, lockName: string): void {
  for (let held = heldHere.getStore(); held !== undefined; held = held.outer)
    if (held.run === run && held.name === lockName && !held.isReleased)
      throw new NonRetryableError(
        `this code runs under the lock "${lockName}" already and would wait for itself; call it without ctx.lock there`,
      );
}

async function workUnder<T>(run: Execution, lock: HeldLock, work: (lock: HeldLock) => T | Promise<T>): Promise<T> {
  const held: Held = { run, name: lock.name, isReleased: false, outer: heldHere.getStore() };
  try {
    return await heldHere.run(held, () => work(lock));
  } finally {
    held.isReleased = true;
  }
}

/** Whether the guarded work is done. After a failure, only until the run's next attempt. */
function isOver(recorded: RecordedStep, attempt: number): boolean {
  return recorded.status === 'succeeded' || (recorded.status === 'failed' && recorded.attempt >= attempt);
}

async function acquire(run: Execution, locks: RunLocks, step: LockStep): Promise<number> {
  for (;;) {
    const outcome = await run.whileBusy(() => locks.acquire(step));
    if ('fencingToken' in outcome) return outcome.fencingToken;
    const again = performance.now() + outcome.tryAgainInMs;
    // The step's row exists already: this entry only names the step in which the run waits.
    const waiting = stepEntry({
      run,
      sequence: step.sequence,
      name: step.name,
      stepKind: 'lock',
      status: 'waiting',
      startedAt: performance.now(),
    });
    await run.waits.forTime('lock', waiting, again, true);
  }
}
