import { describe, expect, test } from 'vitest';
import { type JsonValue, taskUpdateInput } from '#contract';
import { started } from '../../contract/testing/started.ts';
import type { Actor } from '../actor.ts';
import { flushJournal } from '../run/flush.ts';
import type { JournalEntry, StepEntry } from '../run/journal-entry.ts';
import { heldTask, moveOf, stepOf, type TestClaim } from '../testing/claims-by-hand.ts';
import { ada, config, endTask, registerType, startEngine } from '../testing/engine-fixture.ts';

const fixture = started(startEngine, 'end');
const bob = { name: 'bob' };

/** Claims the run like a worker. */
async function claim(id: string): Promise<void> {
  await heldTask(fixture.database, id, 'w1');
}

/** Writes to the run's journal, after a claim when nobody holds the run. */
async function write(id: string, entry: (run: TestClaim) => JournalEntry): Promise<void> {
  const held = await heldTask(fixture.database, id, 'w1');
  const answers = await flushJournal(fixture.database, held.owner, [held.run], [entry(held.run)], undefined, null);
  expect(answers).toEqual([]);
}

const addStep = (id: string, sequence: number, status: StepEntry['status'] = 'succeeded') =>
  write(id, (run) => stepOf(run, { sequence, name: `step ${sequence}`, status }));

async function heard(channel: string, act: () => Promise<unknown>): Promise<string[]> {
  const payloads: string[] = [];
  const listening = await fixture.database.listen(channel, (payload) => payloads.push(payload));
  await act();
  await expect.poll(() => payloads.length).toBeGreaterThan(0);
  await listening.unlisten();
  return payloads;
}

test('cancel, pause and resume leave a run alone that is not the one that was seen', async () => {
  const id = await fixture.create();
  await endTask(fixture.database, id);
  await fixture.engine.rerunTask(id, {}, ada);
  const refused = {
    code: 'PreconditionFailed',
    message: expect.stringContaining('is not its current run, which is run 2'),
  };
  await expect(fixture.engine.pauseTask(id, ada, 1)).rejects.toMatchObject(refused);
  expect(await fixture.engine.pauseTask(id, ada, 2)).toMatchObject({ status: 'paused' });
  await expect(fixture.engine.resumeTask(id, 1)).rejects.toMatchObject(refused);
  await expect(fixture.engine.cancelTask(id, 1)).rejects.toMatchObject(refused);
  expect(await fixture.engine.resumeTask(id, 2)).toMatchObject({ status: 'queued' });
  expect(await fixture.engine.cancelTask(id, 2)).toMatchObject({ status: 'cancelled' });
});

describe('cancel', () => {
  test('ends a running run at once, cancels its unfinished steps and tells its worker', async () => {
    const id = await fixture.create();
    await claim(id);
    await addStep(id, 0);
    await addStep(id, 1, 'running');
    const [key] = await fixture.database`select key from task where id = ${id}`;
    const told = await heard('taskdeck_control', () => fixture.engine.cancelTask(id));
    expect(told.map((payload) => JSON.parse(payload))).toContainEqual({ k: [key?.key] });
    expect(await fixture.engine.getTask(id)).toMatchObject({ status: 'cancelled', worker: 'w1' });
    const steps = await fixture.engine.listSteps(id, 1n, { maxPageSize: 10 });
    expect(steps.value.map((step) => step.status)).toEqual(['succeeded', 'cancelled']);
  });

  test('of what has ended names both states', async () => {
    const id = await fixture.create();
    await endTask(fixture.database, id);
    await expect(fixture.engine.cancelTask(id)).rejects.toMatchObject({
      code: 'InvalidTransition',
      message: `cannot cancel task "${id}": it is succeeded and would become cancelled`,
    });
    const cancelled = await fixture.create();
    await fixture.engine.cancelTask(cancelled);
    await expect(fixture.engine.cancelTask(cancelled)).rejects.toMatchObject({
      code: 'InvalidTransition',
      message: `cannot cancel task "${cancelled}": it is already cancelled`,
    });
  });

  test('and completion at the same time: one of them ends the run, once', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => fixture.create()));
    for (const id of ids) await claim(id);
    const outcomes = await Promise.allSettled(
      ids.flatMap((id) => [fixture.engine.cancelTask(id), endTask(fixture.database, id)]),
    );
    for (const [index, id] of ids.entries()) {
      const cancelled = outcomes[index * 2]?.status === 'fulfilled';
      expect((await fixture.engine.getTask(id)).status).toBe(cancelled ? 'cancelled' : 'succeeded');
      expect((await fixture.engine.listHistory(id, { maxPageSize: 9, orderBy: 'runCount asc' })).value).toHaveLength(1);
    }
  });

  test('wakes a parent that waits for the child and leaves children alone', async () => {
    const [parent, child] = [await fixture.create(), await fixture.create()];
    await write(parent, (run) => moveOf(run, 'waiting', { waitKind: 'task', waitSequence: 0, waitTaskId: child }));
    await fixture.engine.cancelTask(child);
    expect((await fixture.engine.getTask(parent)).status).toBe('queued');
  });

  test('of a run that has begun leaves the schedule going; of a coming occurrence ends it', async () => {
    const id = await fixture.create({ schedule: { cron: '0 3 * * *' } });
    await fixture.database`update active_run set status = 'queued', due_on = null where task_key = (select key from task where id = ${id})`;
    await claim(id);
    expect(await fixture.engine.cancelTask(id)).toMatchObject({ status: 'scheduled', runCount: 2 });
    expect(await fixture.engine.cancelTask(id)).toMatchObject({ status: 'cancelled', runCount: 2 });
  });
});

describe('pause and resume', () => {
  test('a running run is taken from its worker and queued again by resume', async () => {
    const id = await fixture.create();
    await claim(id);
    const told = await heard('taskdeck_control', () => fixture.engine.pauseTask(id, bob));
    expect(told).toHaveLength(1);
    const paused = await fixture.engine.getTask(id);
    expect(paused).toMatchObject({ status: 'paused', waitingFor: { kind: 'paused', by: 'bob' } });
    expect(paused.worker).toBeUndefined();
    await expect(fixture.engine.pauseTask(id, bob)).rejects.toMatchObject({ code: 'InvalidTransition' });
    expect((await fixture.engine.resumeTask(id)).status).toBe('queued');
    await expect(fixture.engine.resumeTask(id)).rejects.toMatchObject({ code: 'InvalidTransition' });
  });

  test('a scheduled task keeps its time', async () => {
    const startOn = new Date(Date.now() + 3_600_000).toISOString();
    const id = await fixture.create({ startOn });
    expect(await fixture.engine.pauseTask(id, bob)).toMatchObject({ status: 'paused', nextRunOn: startOn });
    expect(await fixture.engine.resumeTask(id)).toMatchObject({ status: 'scheduled', nextRunOn: startOn });
  });

  test('an event raised while a waiting run is paused is there for it when it is resumed', async () => {
    const id = await fixture.create();
    await write(id, (run) => moveOf(run, 'waiting', { waitKind: 'event', waitSequence: 0, waitName: 'go' }));
    await fixture.engine.pauseTask(id, bob);
    await fixture.engine.raiseEvent(id, 'go', true, ada);
    expect((await fixture.engine.getTask(id)).status).toBe('paused');
    expect((await fixture.engine.resumeTask(id)).status).toBe('queued');
  });
});

describe('rerun and fork', () => {
  test('a rerun is a new run, with another input where one is given', async () => {
    const id = await fixture.create({ input: { a: 1 } });
    await expect(fixture.engine.rerunTask(id, {}, ada)).rejects.toMatchObject({ code: 'InvalidTransition' });
    await endTask(fixture.database, id, 'failed', { name: 'E', message: 'm', fingerprint: 'f' });
    const rerun = await fixture.engine.rerunTask(id, { input: { a: 2 } }, bob);
    expect(rerun).toMatchObject({ status: 'queued', runCount: 2, input: { a: 2 } });
    expect(rerun.error).toBeUndefined();
    const { value } = await fixture.engine.listHistory(id, {
      maxPageSize: 10,
      orderBy: 'runCount desc',
      includeInput: true,
    });
    expect(value).toMatchObject([
      { runCount: 2, isCurrent: true, trigger: 'rerun', triggeredBy: 'bob', input: { a: 2 } },
      { runCount: 1, isCurrent: false, trigger: 'create', status: 'failed', input: { a: 1 } },
    ]);
    await endTask(fixture.database, id);
    expect(await fixture.engine.rerunTask(id, {}, ada)).toMatchObject({ runCount: 3, input: { a: 2 } });
  });

  test('two reruns at the same time make one run', async () => {
    const id = await fixture.create();
    await endTask(fixture.database, id);
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => fixture.engine.rerunTask(id, {}, ada)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await fixture.engine.getTask(id)).runCount).toBe(2);
  });

  describe('with an input that has redaction markers', () => {
    const marker = { $redacted: true };
    const sighted = { ...ada, readsSensitive: true };
    const stored = { url: 'https://bank.example', token: 't', pins: [1, 2] };
    const createHidden = async () => {
      const id = await fixture.create({ input: stored, sensitive: ['/input/token', '/input/pins/0'] });
      await addStep(id, 0);
      await endTask(fixture.database, id);
      return id;
    };
    const ways: [string, (id: string, input: JsonValue, actor: Actor) => Promise<{ input?: unknown }>][] = [
      ['rerun', (id, input, actor) => fixture.engine.rerunTask(id, { input }, actor)],
      ['fork', (id, input, actor) => fixture.engine.forkRun(id, 1n, { fromSequence: 0, input }, actor)],
      ['update', (id, input, actor) => fixture.engine.updateTask(id, { input }, actor)],
    ];
    const seen = { url: stored.url, token: marker, pins: [marker, 2] };
    const refused = { code: 'InsufficientScope' };

    test.each(ways)(
      '%s: a caller who cannot see the values changes nothing beside one that it keeps',
      async (_, act) => {
        const id = await createHidden();
        for (const change of [{ url: 'https://thief.example' }, { more: 1 }, { pins: [marker, 3] }, { token: 'mine' }])
          await expect(act(id, { ...seen, ...change }, bob), JSON.stringify(change)).rejects.toMatchObject(refused);
        expect((await act(id, seen, bob)).input).toEqual(stored);
      },
    );

    test.each(ways)('%s: that caller gives an input of its own', async (_, act) => {
      const given = { url: 'https://own.example', token: 'own', pins: [3] };
      expect((await act(await createHidden(), given, bob)).input).toEqual(given);
    });

    test.each(ways)('%s: a caller who sees the values changes what is beside them', async (_, act) => {
      const { input } = await act(await createHidden(), { ...seen, url: 'https://other.example' }, sighted);
      expect(input).toEqual({ ...stored, url: 'https://other.example' });
    });

    test.each(ways)('%s: a marker stands only where one was read', async (_, act) => {
      const id = await createHidden();
      for (const actor of [bob, sighted])
        await expect(act(id, { ...seen, url: marker }, actor)).rejects.toMatchObject({
          code: 'InvalidRequest',
          details: [{ pointer: '/input/url' }],
        });
    });

    test('an update cannot change what is beside a value that it does not name', async () => {
      const id = await createHidden();
      const update = (input: JsonValue, actor: Actor) => fixture.engine.updateTask(id, { input }, actor);
      await expect(update({ url: 'https://thief.example' }, bob)).rejects.toMatchObject(refused);
      expect((await update({ url: 'https://other.example' }, sighted)).input).toMatchObject({ token: 't' });
    });

    test('an update cannot change a part of a hidden value', async () => {
      const id = await fixture.create({
        input: { card: { number: '4111', holder: 'Ada' } },
        sensitive: ['/input/card'],
      });
      const update = (input: JsonValue, actor: Actor) => fixture.engine.updateTask(id, { input }, actor);
      await expect(update({ card: { holder: 'Eve' } }, bob)).rejects.toMatchObject(refused);
      expect((await update({ card: { holder: 'Eve' } }, sighted)).input).toEqual({
        card: { number: '4111', holder: 'Eve' },
      });
    });

    test('a pointer that the type has declared since counts', async () => {
      await registerType(fixture.database, 'late');
      const id = await fixture.create({ type: 'late', input: { url: 'a', token: 't' } });
      await endTask(fixture.database, id);
      await registerType(fixture.database, 'late', { sensitive: ['/input/token'] });
      const rerun = (url: string) => fixture.engine.rerunTask(id, { input: { url, token: marker } }, bob);
      await expect(rerun('b')).rejects.toMatchObject(refused);
      expect((await rerun('a')).input).toEqual({ url: 'a', token: 't' });
    });
  });

  test('a redaction marker in a new input keeps the stored value', async () => {
    const id = await fixture.create({ input: { card: '4111', note: 'a' }, sensitive: ['/input/card'] });
    await endTask(fixture.database, id);
    const given = { card: { $redacted: true }, note: 'b' };
    const { input } = await fixture.engine.rerunTask(id, { input: given }, { ...ada, readsSensitive: true });
    expect(input).toEqual({ card: '4111', note: 'b' });
  });

  test('a fork keeps the completed steps before its sequence, and the input of its run', async () => {
    const id = await fixture.create({ input: 'first' });
    for (const sequence of [0, 1, 2]) await addStep(id, sequence, sequence === 2 ? 'failed' : 'succeeded');
    await endTask(fixture.database, id, 'failed', { name: 'E', message: 'm', fingerprint: 'f' });
    await fixture.engine.rerunTask(id, { input: 'second' }, ada);
    await expect(fixture.engine.forkRun(id, 1n, { fromSequence: 2 }, ada)).rejects.toMatchObject({
      code: 'InvalidTransition',
    });
    await endTask(fixture.database, id);
    const forked = await fixture.engine.forkRun(id, 1n, { fromSequence: 2 }, bob);
    expect(forked).toMatchObject({ runCount: 3, status: 'queued', input: 'first' });
    const run = await fixture.engine.getHistory(id, 3n);
    expect(run).toMatchObject({ trigger: 'fork', forkedFrom: { runCount: 1, sequence: 2 }, stepCounts: { total: 2 } });
    const steps = await fixture.engine.listSteps(id, 3n, { maxPageSize: 10 });
    expect(steps.value.map((step) => [step.sequence, step.keptFrom, step.output])).toEqual([
      [0, 1, 1],
      [1, 1, 1],
    ]);
  });

  test('a fork from a sequence that does not exist names those that do', async () => {
    const id = await fixture.create();
    for (const sequence of [0, 1]) await addStep(id, sequence);
    await endTask(fixture.database, id);
    await expect(fixture.engine.forkRun(id, 1n, { fromSequence: 5 }, ada)).rejects.toMatchObject({
      code: 'InvalidRequest',
      message: 'run 1 has no step 5; its steps are 0 to 1',
    });
    await expect(fixture.engine.forkRun(id, 9223372036854775807n, { fromSequence: 0 }, ada)).rejects.toMatchObject({
      code: 'RunNotFound',
    });
  });
});

describe('update', () => {
  const update = (id: string, patch: unknown, ifMatch?: string) =>
    fixture.engine.updateTask(id, taskUpdateInput.parse(patch), { ...bob, readsSensitive: true }, ifMatch);

  test('sets what is given, removes what is null, leaves the rest, and changes the etag', async () => {
    const id = await fixture.create({
      name: 'a',
      description: 'b',
      tags: { x: '1', y: '2' },
      queue: 'q1',
      priority: 1,
    });
    const { etag } = await fixture.engine.getTask(id);
    const updated = await update(id, { name: null, tags: { x: null, z: '3' }, queue: 'q2', priority: 9 }, etag);
    expect(updated).toMatchObject({
      description: 'b',
      tags: { y: '2', z: '3' },
      queue: 'q2',
      priority: 9,
      lastModifiedBy: 'bob',
    });
    expect(updated.etag).not.toBe(etag);
    expect(updated.name).toBeUndefined();
    const [run] =
      await fixture.database`select queue, priority from active_run where task_key = (select key from task where id = ${id})`;
    expect(run).toEqual({ queue: 'q2', priority: 9 });
    await expect(update(id, { name: 'c' }, etag)).rejects.toMatchObject({ code: 'PreconditionFailed' });
    await expect(update('none', { name: 'c' })).rejects.toMatchObject({ code: 'TaskNotFound' });
  });

  test('input merges and is for the next run; a marker keeps what it hides', async () => {
    const id = await fixture.create({ input: { card: '4111', a: 1, b: { c: 1 } }, sensitive: ['/input/card'] });
    const { input } = await update(id, { input: { card: { $redacted: true }, a: null, b: { d: 2 } } });
    expect(input).toEqual({ card: '4111', b: { c: 1, d: 2 } });
    expect((await fixture.engine.getHistory(id, 1n)).input).toEqual({ card: '4111', a: 1, b: { c: 1 } });
    await endTask(fixture.database, id);
    await fixture.engine.rerunTask(id, {}, ada);
    expect((await fixture.engine.getHistory(id, 2n)).input).toEqual({ card: '4111', b: { c: 1, d: 2 } });
  });

  test('of the schedule moves the coming occurrence; removing it cancels that; adding one makes it', async () => {
    const id = await fixture.create({ schedule: { cron: '0 3 * * *' } });
    const moved = await update(id, { schedule: { cron: '0 4 * * *' } });
    expect(moved.nextRunOn).toMatch(/T04:00:00/);
    expect(await update(id, { schedule: null })).toMatchObject({ status: 'cancelled' });
    expect(await update(id, { schedule: { cron: '0 5 * * *' } })).toMatchObject({ status: 'scheduled', runCount: 2 });
    await expect(update(id, { schedule: { cron: 'x' } })).rejects.toMatchObject({ code: 'InvalidRequest' });
  });

  test('of the start time brings a task forward', async () => {
    const id = await fixture.create({ startOn: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await update(id, { startOn: null })).toMatchObject({ status: 'queued' });
  });
});

describe('delete', () => {
  test('refuses an active task unless forced, and removes every row', async () => {
    const id = await fixture.create({ tags: { gone: 'yes' } });
    await addStep(id, 0);
    await fixture.engine.writeLogs(id, 1n, { entries: [{ message: 'hello' }] }, 'ada');
    await fixture.engine.raiseEvent(id, 'go', null, ada);
    const [row] = await fixture.database`select key from task where id = ${id}`;
    await expect(fixture.engine.deleteTask(id, {})).rejects.toMatchObject({ code: 'TaskIsActive' });
    await expect(fixture.engine.deleteTask(id, { force: true, ifMatch: '"9"' })).rejects.toMatchObject({
      code: 'PreconditionFailed',
    });
    expect(await fixture.engine.deleteTask(id, { force: true })).toBe(true);
    expect(await fixture.engine.deleteTask(id, {})).toBe(false);
    await expect(fixture.engine.getTask(id)).rejects.toMatchObject({ code: 'TaskNotFound' });
    const left = await fixture.database`
      select 1 from step where task_key = ${row?.key} union all select 1 from log_entry where task_key = ${row?.key}
      union all select 1 from external_event where task_key = ${row?.key} union all select 1 from run where task_key = ${row?.key}
      union all select 1 from active_run where task_key = ${row?.key} union all select 1 from task_tag where task_key = ${row?.key}
      union all select 1 from deleted_task`;
    expect(left).toHaveLength(0);
    expect((await fixture.engine.createTask(config({ id }), ada)).task.runCount).toBe(1);
  });
});

test('an event passes to the type that waits; its data keeps every digit', async () => {
  await registerType(fixture.database, 'waits');
  const id = await fixture.create({ type: 'waits' });
  const raised = await fixture.engine.raiseEvent(id, 'approval', { n: 12345678901234567890n }, bob);
  expect(raised).toMatchObject({
    taskId: id,
    name: 'approval',
    data: { value: { n: 12345678901234567890n } },
    raisedBy: 'bob',
    runCount: 1,
  });
  expect((await fixture.engine.listTaskEvents(id, { maxPageSize: 10 })).value).toEqual([raised]);
  expect((await fixture.engine.listEvents({ maxPageSize: 10, name: 'appr*', taskId: id })).value).toEqual([raised]);
  await expect(fixture.engine.raiseEvent('none', 'x', 1, bob)).rejects.toMatchObject({ code: 'TaskNotFound' });
  await expect(fixture.engine.raiseEvent(id, 'x', 'y'.repeat(262_144), bob)).rejects.toMatchObject({
    code: 'PayloadTooLarge',
  });
});
