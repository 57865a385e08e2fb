import type { Database } from '#database';
import type { ClaimedRun } from '../run/claimed-run.ts';
import { type FlushAnswer, flushJournal, type JournalOwner } from '../run/flush.ts';
import {
  type EndEntry,
  type HeldRun,
  type JournalEntry,
  type MoveEntry,
  moveEntry,
  type StepEntry,
} from '../run/journal-entry.ts';
import { crowdedFrom } from '../tasks/crowded-callers.ts';
import { leave } from '../timers/take-over.ts';
import { claimRuns } from '../worker/claim.ts';
import { type ClaimKind, newKind } from '../worker/claim-segments.ts';
import { registerWorker } from '../worker/register.ts';

/** A claim as the journal sees it. `isRefused`: the database no longer accepts it. */
export type TestClaim = HeldRun & { attempt: number; isRefused: boolean };

/** Registers a worker like `runWorker` but runs nothing: a test claims and writes the journal. */
export async function testWorker(
  database: Database,
  kinds: Partial<ClaimKind>[],
  name = 'by-hand',
  versions: Readonly<Record<string, string>> = {},
) {
  const all = kinds.map((kind): ClaimKind => ({ ...newKind('default', 'order', null), ...kind }));
  const owner: JournalOwner = await registerWorker(database, {
    id: crypto.randomUUID(),
    name,
    queues: [...new Set(all.map(({ queue }) => queue))],
    types: [...new Set(all.map(({ type }) => type))],
    versions,
    slots: 10,
    leaseInMs: 60_000,
  });
  return {
    owner,
    /** The result of one claim, ordered by priority and age. */
    claim: async (slots = 10): Promise<ClaimedRun[]> => [...(await claimRuns(database, owner.key, slots, all))],
    /** Claims one run, which there must be. */
    claimOne: async (): Promise<ClaimedRun> => {
      const [claim] = await claimRuns(database, owner.key, 1, all);
      if (claim === undefined) throw new Error('there was nothing to claim');
      return claim;
    },
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
    isReleased: false,
    isUnstorable: false,
    isRefused: false,
    failUnstorable() {},
    loseClaim() {
      held.isRefused = true;
    },
    moveCommitted() {},
  };
  return held;
}

/**
 * Returns the claim of this run: of the worker that holds it, or of a new one (`isTaken`), or none when it cannot be
 * claimed.
 */
export async function holdTask(
  database: Database,
  id: string,
  name = 'by-hand',
): Promise<{ run: TestClaim; owner: JournalOwner; isTaken: boolean } | undefined> {
  const [row] = await database<(ClaimedRun & { status: string; worker_key: number | null; worker_name: string })[]>`
    select a.task_key, a.ready_key, a.run_count, a.fence, a.attempt, a.queue, a.priority, a.has_journal, t.id, a.type, t.parent_key,
      a.status, a.worker_key, w.name as worker_name
    from task t join active_run a on a.task_key = t.key left join worker w on w.key = a.worker_key where t.id = ${id}`;
  if (row?.status === 'running' && row.worker_key !== null)
    return { run: heldBy(row), owner: { key: row.worker_key, name: row.worker_name }, isTaken: false };
  if (row === undefined) return undefined;
  const { queue, type, priority, ready_key } = row;
  const none = Number.MAX_SAFE_INTEGER;
  const position = { priority, fresh: none, crowded: none, returned: none };
  position[ready_key > crowdedFrom ? 'crowded' : ready_key > 0 ? 'fresh' : 'returned'] = ready_key - 1;
  const worker = await testWorker(database, [{ queue, type, position }], name);
  const [claim] = await worker.claim(1);
  if (claim?.id === id) return { run: heldBy(claim), owner: worker.owner, isTaken: true };
  await leave(database, worker.owner.key);
  return undefined;
}

/** As `holdTask`, of a run that can be claimed. */
export async function heldTask(database: Database, id: string, name?: string) {
  const held = await holdTask(database, id, name);
  if (held === undefined) throw new Error(`nobody can claim task ${id}`);
  return held;
}

/** A step that has succeeded, unless other values are given. */
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
    callOrder: null,
    isNew: false,
    ...given,
  };
}

export function moveOf(run: HeldRun, status: MoveEntry['status'], given: Partial<MoveEntry> = {}): MoveEntry {
  return moveEntry({ run, status, ...given });
}

/** The end of a run that succeeded, unless other values are given. */
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
