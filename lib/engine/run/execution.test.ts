import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { AnyTaskDefinition } from '../definition/definition.ts';
import { testFingerprintKey } from '../testing/errors-by-hand.ts';
import type { ClaimedRun } from './claimed-run.ts';
import { createChild } from './create-child.ts';
import { Execution } from './execution.ts';
import type { Host } from './host.ts';
import { type EndEntry, type JournalEntry, moveEntry, stepEntry } from './journal-entry.ts';
import { noSecrets } from './run-secrets.ts';

const claim: ClaimedRun = {
  ...{ task_key: 1, ready_key: 1, run_count: 1, fence: 1, attempt: 1, priority: 0, has_journal: false },
  ...{ queue: 'default', id: 't', type: 'order', input: null, parent_key: null, retry: null, is_sensitive: false },
};

/** A claim of a run without a database: `commit` tells it that all that it has written is committed. */
function claimed(definition: Partial<AnyTaskDefinition> = {}, more: Partial<ClaimedRun> = {}) {
  const written: JournalEntry[] = [];
  const said: string[] = [];
  let commits: (() => void)[] = [];
  const host: Host = {
    owner: { key: 1, name: 'w' },
    writer: {
      backlog: 0,
      write(entry) {
        const { promise: committed, resolve } = Promise.withResolvers<void>();
        const batch = { committed, isCommitted: false };
        written.push(entry);
        commits.push(() => {
          batch.isCommitted = true;
          resolve();
        });
        return batch;
      },
    },
    openSteps: new Set(),
    fingerprintKey: testFingerprintKey,
    timeOf: (at) => new Date(at).toISOString(),
    async createChild() {
      said.push('creates a child');
      return 'child';
    },
    freeSlot() {},
    forget() {},
    expect() {},
    kept: { isClosed: false, accepts: () => true, add() {}, remove() {} },
    holdAgain() {},
    wakeKept: (taskKey) => void said.push(`wakes ${taskKey}`),
    awaitLock: (taskKey) => void said.push(`awaits a lock ${taskKey}`),
  };
  const execution = new Execution(
    host,
    { type: 'order', run: () => null, ...definition },
    { ...claim, ...more },
    undefined,
    noSecrets,
  );
  const commit = () => {
    for (const tell of commits.splice(0)) tell();
    commits = [];
  };
  return { execution, written, said, commit };
}

test('a child is created when all that its handler knows by then is committed', async () => {
  const { execution, said, commit } = claimed();
  execution.record(
    stepEntry({ run: execution, sequence: 0, name: 'one', stepKind: 'step', status: 'succeeded', startedAt: 0 }),
  );
  const child = createChild(execution, { type: 'order' });
  await setImmediate();
  expect(said).toEqual([]);
  commit();
  expect(await child).toBe('child');
  expect(said).toEqual(['creates a child']);
});

test('a run that stops, and whose wait is met before it has left, is still handed back after its step', () => {
  const { execution, written } = claimed();
  execution.enterStep();
  execution.drain();
  execution.startLeaving();
  execution.stopLeaving(null);
  execution.leaveStep();
  expect(written).toMatchObject([{ kind: 'move', status: 'queued' }]);
});

test('a run that was woken while it left is continued when it has left, and no other', () => {
  for (const isWoken of [true, false]) {
    const { execution, said } = claimed();
    execution.startLeaving();
    if (isWoken) execution.noteWoken();
    execution.moveCommitted(moveEntry({ run: execution, status: 'waiting', isKept: true }));
    expect(said).toEqual(isWoken ? ['wakes 1'] : []);
  }
});

test('a run that has begun to wait for a lock, also beside another wait, has that looked at again', () => {
  const waiting = (run: Execution, sequence: number, stepKind: 'event' | 'lock') =>
    stepEntry({ run, sequence, name: stepKind, stepKind, status: 'waiting', startedAt: 0 });
  for (const isForLock of [true, false]) {
    const { execution, said } = claimed();
    void execution.waits.forTarget('event', waiting(execution, 0, 'event'), 'go', null, true);
    if (isForLock) void execution.waits.forTime('lock', waiting(execution, 1, 'lock'), 1e9, true);
    execution.startLeaving();
    execution.moveCommitted(moveEntry({ run: execution, status: 'waiting', waitKind: 'event' }));
    expect(said).toEqual(isForLock ? ['awaits a lock 1'] : []);
  }
});

test('what a run wrote that cannot be stored is nothing any more when the run is released', () => {
  const { execution, written } = claimed();
  execution.loseClaim();
  execution.failUnstorable(new Error('it cannot be stored'));
  expect(written).toEqual([]);
});

test('the cause of a failure is told without its message where the task or its type has sensitive pointers', () => {
  const fingerprintOf = (message: string, definition?: Partial<AnyTaskDefinition>, more?: Partial<ClaimedRun>) => {
    const { execution, written } = claimed(definition, more);
    execution.fail(message);
    return written.find((entry): entry is EndEntry => entry.kind === 'end')?.fingerprint;
  };
  const isTold = (...of: [Partial<AnyTaskDefinition>?, Partial<ClaimedRun>?]) =>
    fingerprintOf('no card for ann', ...of) !== fingerprintOf('no card for bob', ...of);
  expect(isTold()).toBe(true);
  expect(isTold({ sensitive: [] })).toBe(true);
  expect(isTold({ sensitive: ['/input/name'] })).toBe(false);
  expect(isTold({}, { is_sensitive: true })).toBe(false);
});
