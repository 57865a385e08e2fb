import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { started } from '../../contract/testing/started.ts';
import { raiseEvents } from '../events/raise-event.ts';
import { startRuns } from './testing.ts';

const fixture = started(startRuns, 'end');
const calls: string[] = [];

beforeAll(async () => {
  await fixture.work([
    {
      type: 'sleeper',
      async run(ctx) {
        await ctx.step('before', () => void calls.push(`${ctx.taskId} before`));
        await ctx.sleep('nap', 2_000);
        await ctx.step('after', () => void calls.push(`${ctx.taskId} after`));
      },
    },
    {
      type: 'listener',
      events: { approval: z.object({ approved: z.boolean() }) },
      run: (ctx) => ctx.waitForEvent('approval', { timeoutInMs: 60_000 }),
    },
    {
      type: 'named-wait',
      run: (ctx) => ctx.waitForEvent('approval', { stepName: 'ask the owner' }),
    },
    {
      type: 'optional-input',
      input: z.object({ n: z.number() }).optional(),
      run: async (_, input) => (input === undefined ? 'none' : 'some'),
    },
    {
      type: 'impatient',
      run: async (ctx) => (await ctx.waitForEvent('never', { timeoutInMs: 250 })) ?? 'nothing came',
    },
    {
      type: 'counter',
      async run(ctx, input) {
        const seen = [];
        for (let count = 0; count < Number(input); count++) seen.push(await ctx.waitForEvent('tick'));
        return seen;
      },
    },
    {
      type: 'parent',
      async run(ctx, input) {
        const sensitive = input === 3 ? ['/input/n'] : [];
        const ids = await Promise.all(
          [1, 2, 3].map((n) => ctx.createTask({ type: 'child', sensitive, input: { n, fails: Number(input ?? 0) } })),
        );
        return Promise.all(ids.map((id) => ctx.waitForTask(id)));
      },
    },
    {
      type: 'child',
      async run(ctx, input) {
        const { n, fails } = z.object({ n: z.number(), fails: z.number() }).parse(input);
        await ctx.sleep('think', 200 * n);
        if (n === fails) throw new Error(`child ${n} failed`);
        return n * 10;
      },
    },
    {
      type: 'either',
      run: (ctx) =>
        Promise.race([ctx.waitForEvent('a'), ctx.waitForEvent('b'), ctx.sleep('limit', 20_000).then(() => 'late')]),
    },
    {
      type: 'interrupted-step',
      async run(ctx) {
        const over = Promise.withResolvers<void>();
        return Promise.race([
          ctx.waitForEvent('stop').finally(() => setTimeout(over.resolve, 50)),
          ctx.step('long', () => over.promise.then(() => 'long')),
        ]);
      },
    },
  ]);
});

test("a sleeping run is nobody's, wakes by itself and does not repeat what it did", async () => {
  const { id } = await fixture.create({ type: 'sleeper', id: 'sleeper-1' });
  const asleep = await fixture.until(id, ({ status }) => status === 'waiting');
  expect(asleep.waitingFor).toMatchObject({ kind: 'sleep' });
  expect(asleep.worker).toBeUndefined();
  expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded' });
  expect(calls.filter((call) => call.startsWith(id))).toEqual([`${id} before`, `${id} after`]);
});

describe('a wait that is ended by hand', () => {
  const hour = 3_600_000;

  test('is a sleep: the run goes on at once', async () => {
    await fixture.work([{ type: 'long-sleeper', run: (ctx) => ctx.sleep('long nap', hour).then(() => 'awake') }]);
    const { id } = await fixture.create({ type: 'long-sleeper' });
    const asleep = await fixture.until(id, ({ status }) => status === 'waiting');
    await fixture.engine.wakeTask(id, asleep.waitingFor?.until);
    expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: 'awake' });
  });

  test('is a start time', async () => {
    const startOn = new Date(Date.now() + hour).toISOString();
    const { id } = await fixture.create({ type: 'impatient', startOn });
    await fixture.engine.wakeTask(id, startOn);
    expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded' });
  });

  test('is the one that was seen: a second click leaves the next sleep alone', async () => {
    await fixture.work([
      { type: 'two-naps', run: (ctx) => ctx.sleep('one', hour).then(() => ctx.sleep('two', 2 * hour)) },
    ]);
    const { id } = await fixture.create({ type: 'two-naps' });
    const { waitingFor } = await fixture.until(id, (task) => task.waitingFor?.step === 'one');
    await fixture.engine.wakeTask(id, waitingFor?.until);
    await fixture.until(id, (task) => task.waitingFor?.step === 'two');
    await expect(fixture.engine.wakeTask(id, waitingFor?.until)).rejects.toMatchObject({ code: 'PreconditionFailed' });
    expect((await fixture.engine.getTask(id)).waitingFor?.step).toBe('two');
  });

  test('is one that time ends: events, and what runs or has ended, are refused', async () => {
    const { id } = await fixture.create({ type: 'listener' });
    await fixture.until(id, ({ status }) => status === 'waiting');
    await expect(fixture.engine.wakeTask(id)).rejects.toMatchObject({
      code: 'InvalidTransition',
      message: `cannot wake task "${id}": it is waiting, but not for a time, and would become queued`,
    });
    await fixture.raise(id, 'approval', { approved: true });
    await fixture.ended(id);
    await expect(fixture.engine.wakeTask(id)).rejects.toMatchObject({ code: 'InvalidTransition' });
  });

  test('is ended once by two requests at the same time', async () => {
    const ids = await Promise.all(
      Array.from({ length: 10 }, async () => (await fixture.create({ type: 'long-sleeper' })).id),
    );
    for (const id of ids) await fixture.until(id, ({ status }) => status === 'waiting');
    const outcomes = await Promise.allSettled(
      ids.flatMap((id) => [fixture.engine.wakeTask(id), fixture.engine.wakeTask(id)]),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(ids.length);
    for (const id of ids) expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: 'awake' });
  });
});

test('an event wakes the run that waits for it', async () => {
  const { id } = await fixture.create({ type: 'listener' });
  await fixture.until(id, ({ status }) => status === 'waiting');
  await fixture.raise(id, 'approval', { approved: true });
  expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: { approved: true } });
  const [event] = (await fixture.engine.listTaskEvents(id, { maxPageSize: 1 })).value;
  expect(event).toMatchObject({ consumedBy: { runCount: 1, sequence: 0 } });
});

test('a wait is listed by the name of its step, and met by the name of its event', async () => {
  const { id } = await fixture.create({ type: 'named-wait' });
  const waiting = await fixture.until(id, ({ status }) => status === 'waiting');
  expect(waiting.waitingFor).toMatchObject({ kind: 'event', eventName: 'approval', step: 'ask the owner' });
  await fixture.raise(id, 'approval', 'granted');
  expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: 'granted' });
  const [step] = (await fixture.engine.listSteps(id, 1n, { maxPageSize: 5 })).value;
  expect(step).toMatchObject({ name: 'ask the owner', kind: 'event', eventName: 'approval' });
});

test('a type with an optional input takes a task without one, and still checks what is given', async () => {
  expect(await fixture.run({ type: 'optional-input' })).toMatchObject({ status: 'succeeded', output: 'none' });
  expect(await fixture.run({ type: 'optional-input', input: { n: 1 } })).toMatchObject({ output: 'some' });
  await expect(fixture.create({ type: 'optional-input', input: { n: 'x' } })).rejects.toThrow('/input/n');
  await expect(fixture.create({ type: 'optional-input', input: null })).rejects.toThrow('the input is not one of');
});

test('neither a pause nor an event changes when a run was queued, and since when it waits', async () => {
  const { id } = await fixture.create({ type: 'listener' });
  const before = await fixture.until(id, ({ status }) => status === 'waiting');
  const since = before.waitingFor?.since;
  expect(since).toBeDefined();
  await fixture.engine.pauseTask(id, { name: 'ada' });
  await fixture.engine.resumeTask(id);
  const after = await fixture.until(id, ({ status }) => status === 'waiting');
  expect(after.waitingFor?.since).toBe(since);
  const [listed] = (await fixture.engine.listEventWaits({ taskId: id, maxPageSize: 1 })).value;
  expect(listed?.since).toBe(since);
  await fixture.raise(id, 'approval', { approved: true });
  const ended = await fixture.ended(id);
  expect([ended.queuedOn, ended.startedOn]).toEqual([before.queuedOn, before.startedOn]);
  expect(Date.parse(ended.queuedOn ?? '')).toBeLessThanOrEqual(Date.parse(ended.startedOn ?? ''));
});

test('a run that was paused in the queue was queued when it was created; the queue counts from its return', async () => {
  const { id, queuedOn } = await fixture.create({ type: 'listener', queue: 'nobody' });
  await fixture.engine.pauseTask(id, { name: 'ada' });
  await fixture.engine.resumeTask(id);
  const task = await fixture.engine.getTask(id);
  expect(task.queuedOn).toBe(queuedOn);
  expect(task.waitingFor?.since).not.toBe(queuedOn);
});

test('a scheduled run is queued when its time comes', async () => {
  const startOn = new Date(Date.now() + 400).toISOString();
  const { id } = await fixture.create({ type: 'listener', startOn });
  const task = await fixture.until(id, ({ status }) => status === 'waiting');
  expect(Date.parse(task.queuedOn ?? '')).toBeGreaterThanOrEqual(Date.parse(startOn));
});

test('an event that came before anyone waited is there', async () => {
  const { id } = await fixture.create({ type: 'listener', startOn: new Date(Date.now() + 300).toISOString() });
  await fixture.raise(id, 'approval', { approved: false });
  expect(await fixture.ended(id)).toMatchObject({ output: { approved: false } });
});

test('event data that does not match the schema is refused, and fails a run that has it all the same', async () => {
  const { id } = await fixture.create({ type: 'listener' });
  await expect(fixture.raise(id, 'approval', { approved: 'yes' })).rejects.toMatchObject({ code: 'InvalidRequest' });
  await raiseEvents(fixture.database, [id], { name: 'approval', data: '{"approved":"yes"}' }, { name: 'ada' }); // before it was declared
  expect((await fixture.ended(id)).error?.message).toContain('/approved');
});

test('a wait with a time limit ends without the event', async () => {
  const task = await fixture.run({ type: 'impatient' });
  expect(task).toMatchObject({ status: 'succeeded', output: 'nothing came' });
  const [step] = (await fixture.engine.listSteps(task.id, 1n, { maxPageSize: 1 })).value;
  expect(step).toMatchObject({ status: 'failed', eventName: 'never', error: { name: 'EventTimeoutError' } });
});

test('events raised while runs begin to wait are each consumed once and in order', async () => {
  const rounds = 25;
  const tasks = await Promise.all(Array.from({ length: 12 }, () => fixture.create({ type: 'counter', input: rounds })));
  await Promise.all(
    tasks.map(async ({ id }) => {
      for (let tick = 0; tick < rounds; tick++) {
        await fixture.raise(id, 'tick', tick);
        if (tick % 5 === 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
      }
    }),
  );
  for (const { id } of tasks)
    expect((await fixture.ended(id)).output).toEqual(Array.from({ length: rounds }, (_, tick) => tick));
});

test('a parent gets what its children return, and is woken when they end', async () => {
  const task = await fixture.run({ type: 'parent' });
  expect(task).toMatchObject({ status: 'succeeded', output: [10, 20, 30] });
  const children = await fixture.engine.listTasks({ parent: task.id, maxPageSize: 10, orderBy: 'createdOn asc' });
  expect(children.value.map(({ parent, status }) => [parent?.taskId, status])).toEqual(
    [1, 2, 3].map(() => [task.id, 'succeeded']),
  );
});

test('a child that fails fails the wait for it with its reason', async () => {
  const task = await fixture.run({ type: 'parent', input: 2 });
  expect(task.error).toMatchObject({ name: 'TaskEndedError', message: expect.stringContaining('child 2 failed') });
});

test('a parent does not quote the error of a child that hides it', async () => {
  const task = await fixture.run({ type: 'parent', input: 3 });
  expect(task.error?.message).toMatch(/ended as failed: Error \(its message is sensitive\)$/);
  expect(task.error?.stack).not.toContain('child 3 failed');
});

test('of several waits any one wakes the run', async () => {
  const { id } = await fixture.create({ type: 'either' });
  await fixture.until(id, ({ status }) => status === 'waiting');
  await fixture.raise(id, 'b', 'from b');
  expect(await fixture.ended(id)).toMatchObject({ output: 'from b' });
});

test('an event reaches a run that is busy with a step', async () => {
  const { id } = await fixture.create({ type: 'interrupted-step' });
  await fixture.until(id, ({ status }) => status === 'running');
  await fixture.raise(id, 'stop', 'stopped');
  expect(await fixture.ended(id)).toMatchObject({ output: 'stopped' });
});
