import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WaitingFor } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { readTasksById } from '../rows/task-row.ts';
import { ada, addWorker, endTask, registerType, startEngine } from '../testing/engine-fixture.ts';
import { explainWaits } from './explain-waits.ts';

const fixture = started(startEngine, 'end');
beforeAll(async () => {
  await registerType(fixture.database, 'flaky', { retry: { maximumAttempts: 5 } });
});
beforeEach(async () => {
  await fixture.database`delete from worker`;
  await fixture.database`delete from active_run`;
});

async function reasonOf(id: string): Promise<WaitingFor> {
  const { waitingFor } = await fixture.engine.getTask(id);
  if (waitingFor === undefined) throw new Error('there is no reason');
  return waitingFor;
}

/** Sets the run's columns like the engine. */
async function move(id: string, columns: Record<string, string | number | null>): Promise<void> {
  await fixture.database`
    update active_run set ${fixture.database(columns)} where task_key = (select key from task where id = ${id})`;
}

async function addWait(
  id: string,
  sequence: number,
  kind: string,
  name: string,
  columns: Record<string, string | null>,
) {
  await fixture.database`
    insert into step (task_key, run_count, sequence, name, kind, status, started_on, event_name, child_task_id, wake_on)
    select key, 1, ${sequence}, ${name}, ${kind}::step_kind, 'waiting', '2026-01-01T12:03:10Z', ${columns.event ?? null},
      ${columns.child ?? null}, ${columns.wake ?? null}::timestamptz
    from task where id = ${id}`;
}

const waiting = { status: 'waiting', waiting_since: '2026-01-01T12:03:10Z' };

describe('queued', () => {
  test('no worker is live', async () => {
    expect(await reasonOf(await fixture.create())).toMatchObject({
      ...{ kind: 'noWorker', sentence: 'No worker is live.', unserved: 'all', queue: 'default', servedQueues: [] },
    });
  });

  test('no worker serves the type, the queue, or both: which is said', async () => {
    const id = await fixture.create({ queue: 'slow' });
    await addWorker(fixture.database, { name: 'a', types: ['other'], queues: ['default'] });
    expect((await reasonOf(id)).sentence).toBe('No live worker serves type "order", and none serves queue "slow".');
    await addWorker(fixture.database, { name: 'b', types: ['other'], queues: ['slow'] });
    expect((await reasonOf(id)).sentence).toBe(
      'No live worker serves type "order"; there are workers for queue "slow".',
    );
    await addWorker(fixture.database, { name: 'c', types: ['order'], queues: ['default'] });
    expect(await reasonOf(id)).toMatchObject({
      kind: 'noWorker',
      sentence: 'No live worker serves queue "slow" for type "order"; its workers serve "default".',
      ...{ unserved: 'queue', queue: 'slow', servedQueues: ['default'] },
    });
    await addWorker(fixture.database, { name: 'd', types: ['order'], queues: ['slow'], expiresInMs: -1 });
    expect((await reasonOf(id)).kind).toBe('noWorker');
  });

  test('all slots are busy, with how many runs ahead', async () => {
    await addWorker(fixture.database, { name: 'a', slots: 4, busy: 4 });
    const first = await fixture.create();
    const second = await fixture.create();
    expect(await reasonOf(first)).toMatchObject({
      kind: 'slots',
      aheadCount: 0,
      sentence: 'All 4 slots of 1 live worker are busy.',
      ...{ slots: 4, workerCount: 1 },
    });
    expect(await reasonOf(second)).toMatchObject({
      kind: 'slots',
      aheadCount: 1,
      sentence: 'All 4 slots of 1 live worker are busy; 1 run of type "order" in queue "default" ahead.',
    });
  });

  test('runs with a higher priority or older ones are ahead', async () => {
    await addWorker(fixture.database, { name: 'a', slots: 4, busy: 1 });
    const low = await fixture.create({ priority: -1 });
    expect(await reasonOf(low)).toMatchObject({
      kind: 'priority',
      aheadCount: 0,
      sentence: 'Next in line in queue "default".',
    });
    await fixture.create();
    await fixture.create({ priority: 5 });
    expect(await reasonOf(low)).toMatchObject({
      aheadCount: 2,
      sentence: '2 runs of type "order" in queue "default" are ahead.',
    });
  });

  test('the concurrency key is held by another run', async () => {
    await addWorker(fixture.database, { name: 'a' });
    const holder = await fixture.create({ concurrencyKey: 'customer-42' });
    const second = await fixture.create({ concurrencyKey: 'customer-42' });
    await move(holder, { status: 'running', started_on: '2026-01-01T12:03:10Z' });
    expect(await reasonOf(second)).toMatchObject({
      kind: 'concurrency',
      sentence: `Concurrency key "customer-42" is held by run 1 of task "${holder}" since 2026-01-01 12:03:10 UTC.`,
      holder: { taskId: holder, runCount: 1, since: '2026-01-01T12:03:10.000Z' },
    });
  });
});

describe('waiting', () => {
  test('for an event that nobody raised, or that came under a similar name', async () => {
    const id = await fixture.create();
    await move(id, { ...waiting, wait_kind: 'event', wait_name: 'approval', wait_sequence: 0 });
    await addWait(id, 0, 'event', 'approval', { event: 'approval' });
    expect(await reasonOf(id)).toMatchObject({
      kind: 'event',
      eventName: 'approval',
      sentence: 'Waiting for event "approval" since 2026-01-01 12:03:10 UTC; nobody has raised it.',
    });
    await fixture.engine.raiseEvent(id, 'cancelled', 1, ada);
    expect((await reasonOf(id)).nearMiss).toBeUndefined();
    const near = await fixture.engine.raiseEvent(id, 'approvel', 1, ada);
    expect(await reasonOf(id)).toMatchObject({
      sentence: expect.stringMatching(/; an event named "approvel" came at \d\d:\d\d:\d\d UTC\.$/),
      nearMiss: { eventId: near.id, name: 'approvel', raisedOn: near.raisedOn },
    });
    await fixture.engine.raiseEvent(id, 'approval', 1, ada);
    expect((await reasonOf(id)).kind).toBe('noWorker');
  });

  test('asleep until a time', async () => {
    const id = await fixture.create();
    await move(id, {
      ...waiting,
      wait_kind: 'sleep',
      wait_name: 'cool down',
      wait_sequence: 3,
      due_on: '2100-01-01T00:00:00Z',
    });
    await addWait(id, 3, 'sleep', 'cool down', { wake: '2100-01-01T00:00:00Z' });
    expect(await reasonOf(id)).toMatchObject({
      kind: 'sleep',
      step: 'cool down',
      until: '2100-01-01T00:00:00.000Z',
      sentence: 'Sleeping in "cool down" since 2026-01-01 12:03:10 UTC, until 2100-01-01 00:00:00 UTC.',
    });
  });

  test('for a child and its status', async () => {
    const [id, child] = [await fixture.create(), await fixture.create({ name: 'Payout 3' })];
    await move(id, { ...waiting, wait_kind: 'task', wait_sequence: 1 });
    await addWait(id, 1, 'task', 'child', { child });
    expect(await reasonOf(id)).toMatchObject({
      sentence: `Waiting for task "${child}" since 2026-01-01 12:03:10 UTC, which is queued.`,
      child: { taskId: child, name: 'Payout 3', status: 'queued' },
    });
  });

  test('for a child that does not move either, and why', async () => {
    await addWorker(fixture.database, { name: 'of default' });
    const [id, child] = [await fixture.create(), await fixture.create({ queue: 'gpu' })];
    await move(id, { ...waiting, wait_kind: 'task', wait_sequence: 1 });
    await addWait(id, 1, 'task', 'child', { child });
    expect((await reasonOf(id)).child).toMatchObject({
      taskId: child,
      waitingFor: { kind: 'noWorker', unserved: 'queue', queue: 'gpu', servedQueues: ['default'] },
    });
    const [run] = (await fixture.engine.listHistory(id, { maxPageSize: 1, orderBy: 'runCount desc' })).value;
    expect(run?.waitingFor?.child?.waitingFor?.kind).toBe('noWorker');
  });

  test('for several children, and why the first that is in nobody’s hands does not move', async () => {
    const [id, ...children] = [await fixture.create(), await fixture.create(), await fixture.create()];
    const [moving = '', stuck = ''] = children;
    await move(id, { ...waiting, wait_kind: null, wait_sequence: null });
    await move(moving, { status: 'running' });
    await addWait(id, 1, 'task', 'one', { child: moving });
    await addWait(id, 2, 'task', 'two', { child: stuck });
    expect((await reasonOf(id)).child).toMatchObject({
      ...{ taskId: stuck, status: 'queued' },
      waitingFor: { kind: 'noWorker', unserved: 'all' },
    });
    await move(stuck, { status: 'running' });
    expect((await reasonOf(id)).child).toMatchObject({ taskId: moving, status: 'running' });
  });

  test('for several things at once; an event among them wakes it', async () => {
    const id = await fixture.create();
    await move(id, { ...waiting, wait_kind: null, wait_sequence: null });
    await addWait(id, 1, 'event', 'left', { event: 'left' });
    await addWait(id, 2, 'event', 'right', { event: 'right' });
    expect(await reasonOf(id)).toMatchObject({
      sentence: 'Waiting for 2 things at once: event "left", event "right".',
      waits: ['left', 'right'].map((name) => ({ kind: 'event', name })),
    });
    const { value, continuationToken } = await fixture.engine.listEventWaits({ maxPageSize: 1 });
    expect(value).toMatchObject([{ taskId: id, eventName: 'left', sequence: 1 }]);
    const rest = await fixture.engine.listEventWaits({ maxPageSize: 1, continuationToken });
    expect(rest).toMatchObject({ value: [{ eventName: 'right' }] });
    expect(rest.continuationToken).toBeUndefined();
    await fixture.engine.raiseEvent(id, 'right', 1, ada);
    expect((await fixture.engine.getTask(id)).status).toBe('queued');
  });

  test.each([
    [30, 'Waiting for 30 things at once: ', ' and 10 more.'],
    [500, 'Waiting for more than 100 things at once: ', ' and others.'],
  ])('for %i things at once, of which it names the first 20', async (count, begin, end) => {
    const id = await fixture.create();
    await move(id, { ...waiting, wait_kind: null, wait_sequence: null });
    await fixture.database`
      insert into step (task_key, run_count, sequence, name, kind, status, started_on, event_name)
      select key, 1, n, 'wait ' || n, 'event', 'waiting', now(), 'event ' || n from task, generate_series(1, ${count}) n
      where id = ${id}`;
    const named = Array.from({ length: 20 }, (_, at) => `event ${at + 1}`);
    const names = named.map((name) => `event "${name}"`).join(', ');
    expect(await reasonOf(id)).toMatchObject({
      sentence: `${begin}${names}${end}`,
      waits: named.map((name) => ({ kind: 'event', name })),
    });
  });

  test('for an event beside other things; the list of waits for events has it alone, and only while it waits', async () => {
    const id = await fixture.create();
    await move(id, { ...waiting, wait_kind: null, wait_sequence: null });
    await addWait(id, 1, 'event', 'go', { event: 'go' });
    await addWait(id, 2, 'sleep', 'a while', { wake: '2100-01-01T00:00:00Z' });
    const waits = async () => {
      const { value } = await fixture.engine.listEventWaits({ taskId: id, maxPageSize: 9 });
      return value.map(({ eventName }) => eventName);
    };
    expect(await waits()).toEqual(['go']);
    await fixture.engine.pauseTask(id, ada);
    expect(await waits()).toEqual([]);
  });
});

test('retrying tells the attempt, of how many, when, and the last error', async () => {
  const id = await fixture.create({ type: 'flaky' });
  const error = JSON.stringify({
    name: 'TypeError',
    message: 'no route to host.\nat x',
    fingerprint: 'f',
    step: 'fetch',
  });
  await move(id, { status: 'retrying', attempt: 3, due_on: '2100-01-01T00:00:00Z', last_error: error });
  expect(await reasonOf(id)).toMatchObject({
    kind: 'backoff',
    attempt: 3,
    maximumAttempts: 5,
    step: 'fetch',
    failure: { name: 'TypeError', message: 'no route to host' },
    sentence:
      'Backing off until attempt 3 of 5, at 2100-01-01 00:00:00 UTC; attempt 2 failed with TypeError: no route to host.',
  });
});

test('the error of a step is not quoted that failed after its task got a sensitive pointer, while the reason was read', async () => {
  const id = await fixture.create();
  await move(id, { ...waiting, wait_kind: 'step', wait_sequence: 0 });
  const read = await readTasksById(fixture.database, [id]);
  await fixture.database`update task set sensitive = '{/input}' where id = ${id}`;
  const error = JSON.stringify({ name: 'TypeError', message: 'no such card: 4711', fingerprint: 'f' });
  await fixture.database`
    insert into step (task_key, run_count, sequence, name, kind, status, started_on, attempt, error, wake_on)
    select key, 1, 0, 'charge', 'step', 'retrying', now(), 1, ${error}::text::jsonb, now() + interval '1 hour'
    from task where id = ${id}`;
  const [reason] = (await explainWaits(fixture.database, read)).values();
  expect(reason).toMatchObject({ kind: 'backoff', step: 'charge', failure: { name: 'TypeError' } });
  expect(JSON.stringify(reason)).not.toContain('4711');
});

test('a running run whose worker went silent says so; one with a live worker has no reason', async () => {
  const id = await fixture.create();
  const worker = await addWorker(fixture.database, { name: 'w9', expiresInMs: -5_000 });
  await move(id, { status: 'running', worker_key: worker });
  expect(await reasonOf(id)).toMatchObject({ kind: 'leaseExpired', worker: 'w9' });
  await move(id, { worker_key: await addWorker(fixture.database, { name: 'w10' }) });
  expect((await fixture.engine.getTask(id)).waitingFor).toBeUndefined();
});

test('an ended task has no reason', async () => {
  const id = await fixture.create();
  await endTask(fixture.database, id);
  expect((await fixture.engine.getTask(id)).waitingFor).toBeUndefined();
});
