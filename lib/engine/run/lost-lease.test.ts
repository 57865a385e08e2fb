import { beforeAll, describe, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { openStateRoom } from '../ctx-state/state-room.ts';
import type { AnyTaskDefinition, TaskContext } from '../definition/definition.ts';
import { openRunLocks } from '../locks/run-locks.ts';
import { heldBy, stepOf, testWorker } from '../testing/claims-by-hand.ts';
import { startEngine } from '../testing/engine-fixture.ts';
import { testFingerprintKey } from '../testing/errors-by-hand.ts';
import { RunContext } from '../worker/context.ts';
import { openRunMarks } from '../worker/run-marks.ts';
import { Execution } from './execution.ts';
import type { Host } from './host.ts';
import { JournalWriter } from './journal-writer.ts';
import type { RecordedStep } from './read-journal.ts';
import { noSecrets } from './run-secrets.ts';

const fixture = started(startEngine, 'end');
let writer: JournalWriter;
let owner: Host['owner'];
beforeAll(async () => {
  const { database } = fixture;
  const worker = await testWorker(database, [{ type: 'order' }]);
  owner = worker.owner;
  await database`update worker set is_expired = true where key = ${owner.key}`;
  const lost = Promise.withResolvers<void>();
  writer = new JournalWriter({
    database,
    owner,
    heartbeat: () => ({ leaseInMs: 1_000, busy: 0, memoryBytes: 0 }),
    heartbeatIntervalInMs: 60_000,
    onLeaseLost: () => lost.resolve(),
    onScheduled: () => {},
    onCommit: () => {},
    onBadRun: () => {},
    onTrouble: () => {},
  });
  writer.write(stepOf(heldBy(claimOf('first'))));
  await lost.promise;
});

function claimOf(id: string) {
  const facts = { task_key: 1, ready_key: 1, run_count: 1, fence: 1, attempt: 1, priority: 0, has_journal: false };
  return {
    ...facts,
    queue: 'default',
    id,
    type: 'order',
    input: null,
    parent_key: null,
    retry: null,
    is_sensitive: false,
  };
}

/** An execution whose worker has lost its lease but has not noticed it in this run yet. */
function execute(
  run: (ctx: TaskContext) => unknown,
  given: Partial<AnyTaskDefinition> = {},
  recorded?: RecordedStep[],
) {
  const events = { freed: 0, forgotten: 0 };
  const host: Host = {
    owner,
    writer,
    openSteps: new Set(),
    fingerprintKey: testFingerprintKey,
    timeOf: (at) => new Date(at).toISOString(),
    createChild: () => Promise.reject(new Error('not called')),
    freeSlot: () => void events.freed++,
    forget: () => void events.forgotten++,
    expect: () => {},
    kept: { isClosed: false, accepts: () => false, add: () => {}, remove: () => {} },
    holdAgain: () => {},
    wakeKept: () => {},
    awaitLock: () => {},
  };
  const definition = { type: 'order', run, ...given };
  const execution = new Execution(host, definition, claimOf('lost'), recorded, noSecrets);
  const { database } = fixture;
  const rooms = {
    locks: openRunLocks(database, () => owner),
    state: openStateRoom(
      { database, blobs: undefined, maximumBlobBytes: undefined },
      { owner: () => owner, onTrouble: () => {} },
    ),
    marks: openRunMarks(database, (work) => work()),
  };
  const settled = (async () => run(new RunContext(execution, rooms)))().then(
    (value) => execution.complete(value),
    (error: unknown) => execution.fail(error),
  );
  return { execution, events, settled };
}

const released = async (execution: Execution, events: { freed: number; forgotten: number }) => {
  await expect.poll(() => execution.isReleased).toBe(true);
  expect(events).toEqual({ freed: 1, forgotten: 1 });
};

describe('a run whose worker has lost its lease is released, once, and throws nothing, when its handler', () => {
  test.each<[string, (ctx: TaskContext) => unknown]>([
    ['returns', () => 1],
    ['throws', () => Promise.reject(new Error('failed'))],
    ['runs a step', (ctx) => ctx.step('one', () => 1)],
    ['sleeps', (ctx) => ctx.sleep('long', 60_000)],
    ['waits for an event', (ctx) => ctx.waitForEvent('go')],
    ['waits for a task', (ctx) => ctx.waitForTask('other')],
    ['waits for two things', (ctx) => Promise.all([ctx.sleep('long', 60_000), ctx.waitForEvent('go')])],
    ['logs', (ctx) => ctx.log.info('line')],
  ])('%s', async (_, handler) => {
    const { execution, events } = execute(handler);
    await released(execution, events);
  });

  test('fails with attempts left, by a step that had failed before', async () => {
    const failed: RecordedStep = {
      task_key: 1,
      sequence: 0,
      name: 'one',
      kind: 'step',
      status: 'failed',
      attempt: 1,
      attempts: null,
      output: null,
      error: JSON.stringify({ name: 'Error', message: 'failed', fingerprint: '' }),
      started_ago: 10,
      wake_in: null,
      event_name: null,
      child_task_id: null,
      call_order: null,
    };
    const handler = (ctx: TaskContext) => ctx.step('one', () => 1);
    const { execution, events, settled } = execute(handler, { retry: { maximumAttempts: 3 } }, [failed]);
    await settled;
    await released(execution, events);
  });

  test('is handed back, while it works', async () => {
    const { execution, events } = execute(() => new Promise(() => {}));
    execution.drain();
    await released(execution, events);
  });

  test('wrote what the database cannot store', async () => {
    const { execution, events } = execute(() => new Promise(() => {}));
    execution.failUnstorable(new Error('unstorable'));
    await released(execution, events);
  });
});
