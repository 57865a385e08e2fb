import { beforeAll, describe, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { endOf, heldBy, moveOf, stepOf, testWorker } from '../testing/claims-by-hand.ts';
import { ada, config, startEngine } from '../testing/engine-fixture.ts';

const fixture = started(startEngine, 'end');
let worker: Awaited<ReturnType<typeof testWorker>>;
beforeAll(async () => {
  worker = await testWorker(fixture.database, [{}]);
});

async function claimed() {
  const { task } = await fixture.engine.createTask(config(), ada);
  const run = (await worker.claim()).map(heldBy).find(({ taskId }) => taskId === task.id);
  if (run === undefined) throw new Error('there was nothing to claim');
  return { id: task.id, run };
}
const statusOf = async (id: string) => (await fixture.engine.getTask(id)).status;

/** A run that waits for one event or for several targets at once. */
async function waiting(...names: string[]) {
  const { id, run } = await claimed();
  const steps = names.map((name, sequence) =>
    stepOf(run, { sequence, name, stepKind: 'event', status: 'waiting', eventName: name, endedAt: null, output: null }),
  );
  const [first] = names;
  const move = { waitKind: 'event' as const, waitName: first ?? null, waitSequence: names.length === 1 ? 0 : null };
  await worker.flush([...steps, moveOf(run, 'waiting', move)]);
  return { id, run };
}

describe('an event that is raised', () => {
  test('wakes the run that waits for it, not one that waits for another', async () => {
    const { id } = await waiting('go');
    await fixture.engine.raiseEvent(id, 'stop', null, ada);
    expect(await statusOf(id)).toBe('waiting');
    await fixture.engine.raiseEvent(id, 'go', null, ada);
    expect(await statusOf(id)).toBe('queued');
  });

  test('wakes a run that waits for several things where it is one of them', async () => {
    const { id } = await waiting('left', 'right');
    await fixture.engine.raiseEvent(id, 'middle', null, ada);
    expect(await statusOf(id)).toBe('waiting');
    await fixture.engine.raiseEvent(id, 'right', null, ada);
    expect(await statusOf(id)).toBe('queued');
  });

  test('leaves a run alone that is paused in its wait, running or scheduled', async () => {
    const [paused, running] = [await waiting('go'), await claimed()];
    await fixture.engine.pauseTask(paused.id, ada);
    const startOn = new Date(Date.now() + 3_600_000).toISOString();
    const { task: scheduled } = await fixture.engine.createTask(config({ startOn }), ada);
    for (const id of [paused.id, running.id, scheduled.id]) await fixture.engine.raiseEvent(id, 'go', null, ada);
    expect(await Promise.all([paused.id, running.id, scheduled.id].map(statusOf))).toEqual([
      'paused',
      'running',
      'scheduled',
    ]);
  });

  test('is of the run that was the current one, and of the last one after its end', async () => {
    const { id, run } = await claimed();
    expect((await fixture.engine.raiseEvent(id, 'go', null, ada)).runCount).toBe(1);
    await worker.flush([endOf(run)]);
    expect((await fixture.engine.raiseEvent(id, 'go', null, ada)).runCount).toBe(1);
    await fixture.engine.rerunTask(id, {}, ada);
    expect((await fixture.engine.raiseEvent(id, 'go', null, ada)).runCount).toBe(2);
  });
});

describe('a wait that asks for its event', () => {
  const ask = (run: Awaited<ReturnType<typeof claimed>>['run'], sequence: number, passesEventsOn = false) =>
    worker.flush([
      stepOf(run, { sequence, stepKind: 'event', status: 'waiting', name: 'go', eventName: 'go', output: null }),
      { kind: 'wait', run, sequence, waitKind: 'event', target: 'go', passesEventsOn, settle() {} },
    ]);

  test('gets the oldest that nobody has read, each once, and the same again when it asks again', async () => {
    const { id, run } = await claimed();
    for (const value of [1, 2, 3]) await fixture.engine.raiseEvent(id, 'go', value, ada);
    await fixture.engine.raiseEvent(id, 'other', 0, ada);
    const values = [];
    for (const sequence of [0, 0, 1, 0, 2, 1, 3])
      values.push((await ask(run, sequence)).map(({ outcome, value }) => [outcome, value]));
    expect(values).toEqual([
      [['event', '1']],
      [['event', '1']],
      [['event', '2']],
      [['event', '1']],
      [['event', '3']],
      [['event', '2']],
      [],
    ]);
  });

  test('gets one that an earlier run left only where its type passes events on, and never one of a later run', async () => {
    const { id, run } = await claimed();
    await fixture.engine.raiseEvent(id, 'go', 'left over', ada);
    await worker.flush([endOf(run)]);
    await fixture.engine.rerunTask(id, {}, ada);
    const second = (await worker.claim()).map(heldBy).find(({ taskId }) => taskId === id);
    if (second === undefined) throw new Error('there was nothing to claim');
    expect(await ask(second, 0)).toEqual([]);
    expect(await ask(second, 0, true)).toMatchObject([{ outcome: 'event', value: '"left over"' }]);
  });

  test('keeps its run where it is: a move in the same flush has no effect', async () => {
    const { id, run } = await claimed();
    await fixture.engine.raiseEvent(id, 'go', 1, ada);
    const answers = await worker.flush([
      stepOf(run, { stepKind: 'event', status: 'waiting', name: 'go', eventName: 'go', output: null }),
      { kind: 'wait', run, sequence: 0, waitKind: 'event', target: 'go', passesEventsOn: false, settle() {} },
      moveOf(run, 'waiting', { waitKind: 'event', waitName: 'go', waitSequence: 0 }),
    ]);
    expect(answers).toMatchObject([{ outcome: 'event' }]);
    expect(await statusOf(id)).toBe('running');
  });
});

test('a wait for a task that runs again is for the end of its new run', async () => {
  const [parent, child] = [await claimed(), await claimed()];
  const ask = () =>
    worker.flush([
      {
        kind: 'wait',
        run: parent.run,
        sequence: 0,
        waitKind: 'task',
        target: child.id,
        passesEventsOn: false,
        settle() {},
      },
    ]);
  await worker.flush([endOf(child.run, { output: '"first"' })]);
  expect(await ask()).toMatchObject([{ outcome: 'succeeded', value: '"first"' }]);
  await fixture.engine.rerunTask(child.id, {}, ada);
  expect(await ask()).toEqual([]);
  const again = (await worker.claim()).map(heldBy).find(({ taskId }) => taskId === child.id);
  if (again === undefined) throw new Error('there was nothing to claim');
  await worker.flush([endOf(again, { output: '"second"' })]);
  expect(await ask()).toMatchObject([{ outcome: 'succeeded', value: '"second"' }]);
});

test('the end of a run keeps what its steps were, and cancels those that were not over', async () => {
  const { id, run } = await claimed();
  const statuses = ['succeeded', 'failed', 'running', 'waiting', 'retrying'] as const;
  await worker.flush(statuses.map((status, sequence) => stepOf(run, { sequence, status })));
  await worker.flush([endOf(run, { isUntidy: true })]);
  const { value } = await fixture.engine.listSteps(id, 1n, { maxPageSize: 10 });
  expect(value.map(({ status }) => status)).toEqual(['succeeded', 'failed', 'cancelled', 'cancelled', 'cancelled']);
});

test('a step that is over is not changed by a late word that it runs', async () => {
  const { id, run } = await claimed();
  await worker.flush([stepOf(run, { output: '"result"' })]);
  await worker.flush([stepOf(run, { status: 'running', output: null, endedAt: null })]);
  expect(await fixture.engine.getStep(id, 1n, 0)).toMatchObject({ status: 'succeeded', output: 'result' });
});

test('a step that backs off says until when, and no longer once it is over', async () => {
  const { id, run } = await claimed();
  const wakeOf = async () => {
    const [row] = await fixture.database<{ wake_in: number | null }[]>`
      select extract(epoch from wake_on - now())::float8 as wake_in from step where task_key = ${run.taskKey}`;
    return row?.wake_in;
  };
  await worker.flush([stepOf(run, { status: 'running', output: null, endedAt: null })]);
  expect(await wakeOf()).toBeNull();
  const wakeAt = performance.now() + 3_600_000;
  await worker.flush([stepOf(run, { status: 'retrying', output: null, endedAt: null, wakeAt })]);
  expect(await wakeOf()).toBeGreaterThan(3_000);
  await worker.flush([stepOf(run)]);
  expect(await wakeOf()).toBeNull();
  expect(await fixture.engine.getStep(id, 1n, 0)).toMatchObject({ status: 'succeeded' });
});

test('the end of a run tells its parent, also where that waits for several things', async () => {
  const [one, several] = [await claimed(), await claimed()];
  const children = [await claimed(), await claimed()];
  const [child, other] = children;
  if (child === undefined || other === undefined) throw new Error('there are two');
  for (const [parent, of] of [
    [one, child],
    [several, other],
  ] as const)
    await fixture.database`update task set parent_key = ${parent.run.taskKey} where id = ${of.id}`;
  await worker.flush([
    moveOf(one.run, 'waiting', { waitKind: 'task', waitTaskId: child.id, waitSequence: 0 }),
    moveOf(several.run, 'waiting', { waitKind: 'event', waitName: 'go', waitSequence: null }),
  ]);
  await worker.flush([
    endOf({ ...child.run, parentKey: one.run.taskKey }),
    endOf({ ...other.run, parentKey: several.run.taskKey }),
  ]);
  expect([await statusOf(one.id), await statusOf(several.id)]).toEqual(['queued', 'queued']);
});
