import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import type { TaskContext } from '../definition/definition.ts';
import { NonRetryableError } from '../definition/failures.ts';
import type { WorkerOptions } from '../worker/worker.ts';
import { startRuns } from './testing.ts';

const fixture = started(startRuns, 'end');

let types = 0;

/** Serves a handler, and counts its calls by task. */
async function serve(run: (ctx: TaskContext) => Promise<unknown>, options: Partial<WorkerOptions> = {}) {
  const type = `kept-${types++}`;
  const calls: string[] = [];
  const definition = {
    type,
    run(ctx: TaskContext) {
      calls.push(ctx.taskId);
      return run(ctx);
    },
  };
  await fixture.work([definition], options);
  return { type, calls };
}

const approval = async (ctx: TaskContext) => {
  const before = await ctx.step('before', () => 1);
  const event = Number(await ctx.waitForEvent('approval'));
  return ctx.step('after', () => before + event);
};
const isWaiting = ({ status }: { status: string }) => status === 'waiting';

/**
 * Whether one of ten runs ends without a replay. A worker that looks for work at the same moment may claim such a run,
 * which is right too.
 */
async function endsInOneCall(served: { type: string; calls: string[] }, work: (id: string) => Promise<unknown>) {
  for (let tries = 1; tries <= 10; tries++) {
    const { id } = await fixture.create({ type: served.type });
    await work(id);
    const { status } = await fixture.ended(id);
    if (status === 'succeeded' && served.calls.filter((called) => called === id).length === 1) return true;
  }
  return false;
}

test.each([
  { keepForInMs: 30_000, isKept: true },
  { keepForInMs: 0, isKept: false },
])('an event is met in memory when runs are kept for $keepForInMs ms: $isKept', async ({ keepForInMs, isKept }) => {
  const served = await serve(approval, { keepForInMs });
  const wakes = async (id: string) => {
    await fixture.until(id, isWaiting);
    await fixture.raise(id, 'approval', 41);
    expect((await fixture.ended(id)).output).toBe(42);
  };
  expect(await endsInOneCall(served, wakes)).toBe(isKept);
});

test('the end of a child and of a sleep is met in memory', async () => {
  const child = await serve((ctx) => ctx.sleep('rest', 250));
  const parent = await serve(async (ctx) => ctx.waitForTask(await ctx.createTask({ type: child.type })));
  expect(await endsInOneCall(parent, async () => {})).toBe(true);
  expect(await endsInOneCall(child, async () => {})).toBe(true);
});

test('time limits and back-offs of kept runs are kept', async () => {
  const { type } = await serve(async (ctx) => {
    const event = await ctx.waitForEvent('never', { timeoutInMs: 250 });
    const retry = { maximumAttempts: 2, initialIntervalInMs: 600, backoffCoefficient: 1 };
    const fails = ({ attempt }: { attempt: number }) =>
      attempt === 1 ? Promise.reject(new Error('not yet')) : attempt;
    return [event, await ctx.step('twice', fails, { retry })];
  });
  expect((await fixture.run({ type })).output).toEqual([null, 2]);
});

test('a run that was paused or cancelled in memory does not go on there', async () => {
  const { type } = await serve(approval);
  const paused = await fixture.create({ type });
  const cancelled = await fixture.create({ type });
  for (const { id } of [paused, cancelled]) await fixture.until(id, isWaiting);
  const actor = { name: 'ada', usesSecrets: true };
  await fixture.engine.pauseTask(paused.id, actor);
  await fixture.engine.cancelTask(cancelled.id);
  for (const { id } of [paused, cancelled]) await fixture.raise(id, 'approval', 41);
  await fixture.engine.rerunTask(cancelled.id, {}, actor);
  await fixture.until(cancelled.id, isWaiting);
  expect((await fixture.engine.getTask(paused.id)).status).toBe('paused');
  await fixture.engine.resumeTask(paused.id);
  await fixture.raise(cancelled.id, 'approval', 1);
  expect((await fixture.ended(paused.id)).output).toBe(42);
  expect(await fixture.ended(cancelled.id)).toMatchObject({ runCount: 2, output: 2 });
});

describe('a handler goes on by itself beside a wait, also when its code takes', () => {
  const times = [0, 5, 60];

  test.each(times)('%s ms between its calls', async (ms) => {
    const { type } = await serve(async (ctx) => {
      const branch = async () => {
        for (const name of ['one', 'two', 'three']) {
          await ctx.step(name, () => name);
          await delay(ms);
        }
        return ctx.waitForEvent('go', { timeoutInMs: 1 });
      };
      return Promise.race([ctx.waitForEvent('never'), branch().then(() => 'went on')]);
    });
    expect(await fixture.run({ type })).toMatchObject({ status: 'succeeded', output: 'went on' });
  });

  test('so long that its run is no longer kept', async () => {
    const goOn = Promise.withResolvers<void>();
    const branch = async (ctx: TaskContext) => {
      await goOn.promise;
      return ctx.step('aside', () => 'went on');
    };
    const { type } = await serve((ctx) => Promise.race([ctx.waitForEvent('never'), branch(ctx)]), { keepForInMs: 0 });
    const { id } = await fixture.create({ type });
    await fixture.until(id, isWaiting);
    goOn.resolve();
    expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: 'went on' });
  });

  test.each(times)('%s ms before its end', async (ms) => {
    const { type } = await serve(async (ctx) => Promise.race([ctx.waitForEvent('never'), delay(ms, 'over')]));
    expect(await fixture.run({ type })).toMatchObject({ status: 'succeeded', output: 'over' });
  });

  test.each(times)('%s ms before it fails and is tried again', async (ms) => {
    const { type } = await serve(async (ctx) => {
      const failure = delay(ms).then(() => {
        if (ctx.attempt === 1) throw new Error('at first');
      });
      return Promise.race([ctx.waitForEvent('never'), failure.then(() => ctx.attempt)]);
    });
    const retry = { maximumAttempts: 2, initialIntervalInMs: 1 };
    expect(await fixture.run({ type, retry })).toMatchObject({ status: 'succeeded', output: 2 });
  });

  test('a read of the engine after the end of a child', async () => {
    const child = await serve(() => Promise.reject(new NonRetryableError('no stock')));
    const { type } = await serve(async (ctx) => {
      const ended = ctx.createTask({ type: child.type }).then((id) => ctx.waitForTask(id));
      return Promise.race([ctx.waitForEvent('never'), ended.catch(() => ctx.step('make good', () => 'made good'))]);
    });
    expect(await fixture.run({ type })).toMatchObject({ status: 'succeeded', output: 'made good' });
  });
});

test('a handler that goes on by itself after another worker took its run stops there', async () => {
  const goOn = Promise.withResolvers<void>();
  let effects = 0;
  const { type, calls } = await serve(async (ctx) => {
    const aside = goOn.promise.then(() => ctx.step('aside', () => ++effects));
    await ctx.waitForEvent('approval');
    return aside;
  });
  const { id } = await fixture.create({ type });
  await fixture.until(id, isWaiting);
  await fixture.database`
    update active_run set fence = fence + 1 where task_key = (select key from task where id = ${id})`;
  goOn.resolve();
  await delay(100);
  expect(effects).toBe(0);
  await fixture.raise(id, 'approval', 41);
  expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: 1 });
  expect([calls.length, effects]).toEqual([2, 1]);
});

test('a handler that goes on by itself after its sleep was ended from outside does not sleep on', async () => {
  const [goOn, busy] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { type } = await serve(
    async (ctx) => {
      if (ctx.taskId === 'stays') return ctx.step('hold', () => busy.promise);
      const aside = goOn.promise.then(() => ctx.step('aside', () => 'done'));
      await ctx.sleep('long', 3_600_000);
      return aside;
    },
    { slots: 1 },
  );
  const { id } = await fixture.create({ type });
  await fixture.until(id, isWaiting);
  await fixture.create({ type, id: 'stays' });
  await fixture.until('stays', ({ status }) => status === 'running');
  await fixture.engine.wakeTask(id);
  goOn.resolve();
  await delay(100);
  busy.resolve();
  expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: 'done' });
});

test('a worker without a free slot claims the run later', async () => {
  const busy = Promise.withResolvers<void>();
  const { type, calls } = await serve(
    async (ctx) => (ctx.taskId === 'occupies' ? ctx.step('hold', () => busy.promise) : approval(ctx)),
    { slots: 1 },
  );
  const { id } = await fixture.create({ type });
  await fixture.until(id, isWaiting);
  await fixture.create({ type, id: 'occupies' });
  await fixture.until('occupies', ({ status }) => status === 'running');
  await fixture.raise(id, 'approval', 41);
  expect((await fixture.until(id, ({ status }) => status === 'queued')).status).toBe('queued');
  busy.resolve();
  expect((await fixture.ended(id)).output).toBe(42);
  expect(calls.filter((called) => called === id)).toHaveLength(2);
});
