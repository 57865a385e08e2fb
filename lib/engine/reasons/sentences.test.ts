import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TaskConfig, taskListQuery, type WaitingFor } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { heldBy, moveOf, stepOf, testWorker } from '../testing/claims-by-hand.ts';
import { ada, addWorker, registerType, startEngine } from '../testing/engine-fixture.ts';
import { nearest } from './nearest-name.ts';
import { brief, clock, counted } from './wording.ts';

const fixture = started(startEngine, 'end');
beforeAll(async () => {
  await registerType(fixture.database, 'flaky', { retry: { maximumAttempts: 5 } });
});
beforeEach(async () => {
  await fixture.owner`truncate task, active_run, run, step, worker, external_event, held_lock, lock_waiter`;
});

async function reasonOf(id: string): Promise<WaitingFor> {
  const { waitingFor } = await fixture.engine.getTask(id);
  if (waitingFor === undefined) throw new Error('there is no reason');
  return waitingFor;
}
/** A run that the test has claimed. Its worker serves no other runs. */
async function claimed(given: Partial<TaskConfig> = {}) {
  const id = await fixture.create(given);
  const worker = await testWorker(fixture.database, [{ type: given.type ?? 'order' }]);
  const claim = await worker.claimOne();
  return { id, worker, run: heldBy(claim) };
}

describe('wording', () => {
  test('a time has its day unless that is today', () => {
    expect(clock('2026-01-02T03:04:05.678Z', '2026-01-02T23:00:00.000Z')).toBe('03:04:05 UTC');
    expect(clock('2026-01-02T03:04:05.678Z', '2026-01-03T00:00:00.000Z')).toBe('2026-01-02 03:04:05 UTC');
  });

  test('a count agrees with its noun and stops at its cap', () => {
    expect([0, 1, 2, 1_234].map((count) => counted(count, 'run'))).toEqual(['0 runs', '1 run', '2 runs', '1,234 runs']);
    expect([9_999, 10_000].map((count) => counted(count, 'run', 10_000))).toEqual(['9,999 runs', '10,000+ runs']);
  });

  test('a text is its first line, at most 200 characters, without its full stop', () => {
    expect(brief(' no route.\nat x ')).toBe('no route');
    expect(brief('x'.repeat(200))).toBe('x'.repeat(200));
    expect(brief('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
    expect(brief('')).toBe('');
  });
});

describe('names that may have been meant', () => {
  test.each([
    ['approval', ['approvel', 'aproval', 'cancelled', 'approval'], ['approvel', 'aproval']],
    ['order.fulfil', ['Order_Fulfil', 'order.fulfill'], ['Order_Fulfil', 'order.fulfill']],
    ['go', ['no', 'gone', 'g'], ['g', 'no']],
    ['abcdef', ['abcdxy', 'abcxyz'], ['abcdxy']],
    ['abcdefghijkl', ['abcdefghixyz', 'abcdefghwxyz'], ['abcdefghixyz']],
    ['---', ['...'], []],
    ['x', ['completely different'], []],
  ])('of %j among %j are %j', (name, candidates, expected) => {
    expect(nearest(name, candidates, 5).toSorted()).toEqual(expected.toSorted());
    expect(nearest(name, candidates, 1)).toEqual(nearest(name, candidates, 5).slice(0, 1));
  });

  test('come the nearest first', () => {
    expect(nearest('approval', ['approvxx', 'approvax', 'APPROVAL'], 3)).toEqual(['APPROVAL', 'approvax', 'approvxx']);
  });
});

describe('a queued run', () => {
  test('has no worker where the only one stops, is silent or was lost', async () => {
    const id = await fixture.create();
    await addWorker(fixture.database, { name: 'stopping' });
    expect((await reasonOf(id)).kind).toBe('priority');
    await fixture.database`update worker set is_stopping = true`;
    expect((await reasonOf(id)).kind).toBe('noWorker');
    await fixture.database`update worker set is_stopping = false, is_expired = true`;
    expect((await reasonOf(id)).kind).toBe('noWorker');
  });

  test('waits for a slot only where every worker that serves it is busy', async () => {
    const id = await fixture.create();
    await addWorker(fixture.database, { name: 'full', slots: 2, busy: 2 });
    await addWorker(fixture.database, { name: 'of others', types: ['other'], slots: 9 });
    expect(await reasonOf(id)).toMatchObject({
      kind: 'slots',
      sentence: 'All 2 slots of 1 live worker are busy.',
    });
    await addWorker(fixture.database, { name: 'free', slots: 2, busy: 1 });
    expect((await reasonOf(id)).kind).toBe('priority');
  });

  test('waits for its key only while as many hold it as its limit says, and names the first of them', async () => {
    await addWorker(fixture.database, { name: 'w' });
    const keyed = { concurrencyKey: 'customer', concurrencyLimit: 2 };
    const holders = [await fixture.create(keyed), await fixture.create(keyed)];
    const waiting = await fixture.create(keyed);
    const start = async (index: number) =>
      fixture.database`
        update active_run set status = 'running', started_on = '2026-01-01T00:00:00Z'::timestamptz + ${index} * interval '1 hour'
        where task_key = (select key from task where id = ${holders[index] ?? ''})`;
    await start(1);
    expect((await reasonOf(waiting)).kind).toBe('priority');
    await start(0);
    expect(await reasonOf(waiting)).toMatchObject({
      kind: 'concurrency',
      concurrencyKey: 'customer',
      holder: { taskId: holders[0], runCount: 1 },
      sentence: `All 2 places of concurrency key "customer" are held, the first by run 1 of task "${holders[0]}" since 2026-01-01 00:00:00 UTC.`,
    });
  });

  test('that holds its key already does not wait for it', async () => {
    await addWorker(fixture.database, { name: 'w' });
    const id = await fixture.create({ concurrencyKey: 'customer' });
    await fixture.database`update active_run set started_on = now()`;
    expect(await reasonOf(id)).toMatchObject({ kind: 'priority', sentence: 'Next in line in queue "default".' });
  });
});

describe('a waiting run', () => {
  test('for an event tells when it goes on without it, and is not misled by what was read', async () => {
    const { id, worker, run } = await claimed();
    await fixture.engine.raiseEvent(id, 'approvel', 1, ada);
    await fixture.database`update external_event set consumed_on = now(), consumed_run_count = 1, consumed_sequence = 9`;
    const wakeAt = performance.now() + 3_600_000;
    await worker.flush([
      stepOf(run, {
        stepKind: 'event',
        status: 'waiting',
        name: 'approval',
        eventName: 'approval',
        wakeAt,
        endedAt: null,
      }),
      moveOf(run, 'waiting', { waitKind: 'event', waitName: 'approval', waitSequence: 0, dueAt: wakeAt }),
    ]);
    const reason = await reasonOf(id);
    expect(reason.sentence).toMatch(/; nobody has raised it\.$/);
    expect(reason.nearMiss).toBeUndefined();
    expect(reason.next).toMatch(
      /^It goes on as soon as "approval" is raised on this task\. Without it, the wait ends at .*UTC\.$/,
    );
  });

  test('for an event without a time limit says nothing of one', async () => {
    const { id, worker, run } = await claimed();
    await worker.flush([
      stepOf(run, { stepKind: 'event', status: 'waiting', name: 'go', eventName: 'go', endedAt: null }),
      moveOf(run, 'waiting', { waitKind: 'event', waitName: 'go', waitSequence: 0 }),
    ]);
    expect((await reasonOf(id)).next).toBe('It goes on as soon as "go" is raised on this task.');
  });

  test('for a lock tells who holds it, how many are ahead, and when it is free', async () => {
    const first = await claimed();
    const second = await claimed();
    for (const { worker, run } of [first, second]) {
      await worker.flush([
        stepOf(run, { stepKind: 'lock', status: 'waiting', name: 'lock desk', endedAt: null }),
        moveOf(run, 'waiting', { waitKind: 'lock', waitName: 'lock desk', waitSequence: 0 }),
      ]);
      await fixture.database`
        insert into lock_waiter (namespace, name, owner, identity, task_key, run_count, sequence)
        values ('', 'desk', 'task', 'task', ${run.taskKey}, 1, 0)`;
    }
    await fixture.database`
      insert into held_lock (namespace, name, fencing_token, owner, identity, expires_on)
      values ('', 'desk', 1, 'bob', 'bob', '2100-01-01T00:00:00Z')`;
    const evidence = async (id: string) => (await reasonOf(id)).sentence.replace(/^Waiting since .*?: /, '');
    expect(await evidence(first.id)).toBe('lock "desk" is held by bob until 2100-01-01 00:00:00 UTC.');
    expect(await evidence(second.id)).toBe(
      'lock "desk" is held by bob until 2100-01-01 00:00:00 UTC and 1 before it in line.',
    );
    const lock = { name: 'desk', isHeld: true, owner: 'bob', expiresOn: '2100-01-01T00:00:00.000Z' };
    expect(await reasonOf(second.id)).toMatchObject({ lock, aheadCount: 1 });
    await fixture.database`update held_lock set expires_on = now() - interval '1 ms'`;
    expect(await evidence(first.id)).toBe('lock "desk" is free.');
  });

  test('for locks tells in a list how many are ahead in the line of each, also of other waiters', async () => {
    const asked = ['desk', 'door', 'desk', 'desk', 'door'];
    const ids: string[] = [];
    for (const name of asked) {
      const { id, worker, run } = await claimed();
      ids.push(id);
      await fixture.database`
        insert into lock_waiter (namespace, name, owner, identity, expires_on)
        values ('', ${name}, 'a program', 'a', now() + interval '1 hour'), ('own', ${name}, 'b', 'b', now() + interval '1 hour')`;
      await fixture.database`
        insert into lock_waiter (namespace, name, owner, identity, task_key, run_count, sequence)
        values ('', ${name}, 'task', 'task', ${run.taskKey}, 1, 0)`;
      await worker.flush([
        stepOf(run, { stepKind: 'lock', status: 'waiting', name: `lock ${name}`, endedAt: null }),
        moveOf(run, 'waiting', { waitKind: 'lock', waitName: `lock ${name}`, waitSequence: 0 }),
      ]);
    }
    const { value } = await fixture.engine.listTasks(taskListQuery.parse({}));
    const aheadOf = new Map(value.map(({ id, waitingFor }) => [id, waitingFor?.aheadCount]));
    expect(ids.map((id) => aheadOf.get(id))).toEqual([1, 1, 3, 5, 3]);
  });
});

describe('a run that backs off', () => {
  test("tells of the task's own attempts, which come before its type's", async () => {
    const { id, worker, run } = await claimed({ type: 'flaky', retry: { maximumAttempts: 9 } });
    await worker.flush([moveOf(run, 'retrying', { dueAt: performance.now() + 3_600_000 })]);
    expect(await reasonOf(id)).toMatchObject({ kind: 'backoff', attempt: 2, maximumAttempts: 9 });
    const ofType = await claimed({ type: 'flaky' });
    await ofType.worker.flush([moveOf(ofType.run, 'retrying', { dueAt: performance.now() + 3_600_000 })]);
    expect(await reasonOf(ofType.id)).toMatchObject({ maximumAttempts: 5 });
  });
});

test('a scheduled run tells whether it is an occurrence or a start', async () => {
  const startOn = '2100-01-01T00:00:00.000Z';
  expect(await reasonOf(await fixture.create({ startOn }))).toMatchObject({
    kind: 'startOn',
    sentence: 'Waiting for its start time, 2100-01-01 00:00:00 UTC.',
    until: startOn,
  });
  const yearly = await reasonOf(await fixture.create({ schedule: { cron: '0 0 1 1 *', timeZone: 'UTC' } }));
  expect(yearly).toMatchObject({
    kind: 'schedule',
    sentence: expect.stringMatching(/^Waiting for the next time of its schedule, /),
  });
});
