import type { Database } from '#database';
import { type ClaimedRun, type ClaimKind, claimRuns } from '../run/claim.ts';
import { type FlushAnswer, flushJournal, type JournalOwner } from '../run/flush.ts';
import type { EndEntry, HeldRun, JournalEntry, MoveEntry, StepEntry } from '../run/journal-entry.ts';
import { registerWorker } from '../run/register.ts';

/** A claim as the journal sees it. `isRefused` says that the database no longer accepted it. */
export type TestClaim = HeldRun & { attempt: number; isRefused: boolean };

/** Registers a worker as `runWorker` does, without running anything: a test makes its claims and writes its journal. */
export async function testWorker(database: Database, kinds: Partial<ClaimKind>[], leaseInMs = 60_000) {
  const all = kinds.map((kind) => ({
    queue: 'default',
    type: 'order',
    timeoutInMs: null,
    position: undefined,
    ...kind,
  }));
  const owner: JournalOwner = await registerWorker(database, {
    id: crypto.randomUUID(),
    name: 'by-hand',
    queues: [...new Set(all.map(({ queue }) => queue))],
    types: [...new Set(all.map(({ type }) => type))],
    slots: 10,
    leaseInMs,
  });
  return {
    owner,
    /** What one claim takes, in the order of the keys of priority and age. */
    claim: async (slots = 10): Promise<ClaimedRun[]> => [...(await claimRuns(database, owner.key, slots, all))],
    flush: (entries: readonly JournalEntry[], heartbeat?: { leaseInMs: number }): Promise<readonly FlushAnswer[]> =>
      flushJournal(
        database,
        owner,
        [...new Set(entries.map((entry) => entry.run))],
        entries,
        heartbeat && { busy: 3, memoryBytes: 1_000, ...heartbeat },
        null,
      ),
  };
}

export function heldBy(claim: ClaimedRun): TestClaim {
  const held: TestClaim = {
    taskKey: claim.task_key,
    runCount: claim.run_count,
    fence: claim.fence,
    taskId: claim.id,
    parentKey: claim.parent_key,
    attempt: claim.attempt,
    isClosed: false,
    isRefused: false,
    spoil() {},
    refuse() {
      held.isRefused = true;
    },
    leave() {},
  };
  return held;
}

/** A step that has succeeded, unless told otherwise. */
export function stepOf(run: HeldRun, given: Partial<StepEntry> = {}): StepEntry {
  return {
    kind: 'step',
    run,
    sequence: 0,
    name: 'one',
    stepKind: 'step',
    status: 'succeeded',
    attempt: 1,
    attempts: null,
    output: '1',
    error: null,
    startedAt: performance.now(),
    endedAt: performance.now(),
    wakeAt: null,
    eventName: null,
    childTaskId: null,
    ...given,
  };
}

export function moveOf(run: HeldRun, status: MoveEntry['status'], given: Partial<MoveEntry> = {}): MoveEntry {
  return {
    kind: 'move',
    run,
    status,
    dueAt: null,
    waitKind: null,
    waitSequence: null,
    waitName: null,
    waitTaskId: null,
    error: null,
    ...given,
  };
}

/** The end of a run that succeeded, unless told otherwise. */
export function endOf(run: HeldRun, given: Partial<EndEntry> = {}): EndEntry {
  return {
    kind: 'end',
    run,
    status: 'succeeded',
    output: null,
    error: null,
    fingerprint: null,
    isUntidy: false,
    ...given,
  };
}
