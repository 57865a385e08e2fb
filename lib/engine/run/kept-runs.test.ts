import { expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import type { TaskContext } from '../definition/definition.ts';
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

test('a handler that goes on by itself while its run is kept is replayed', async () => {
  let goOn = () => {};
  const { type, calls } = await serve(async (ctx) => {
    const aside = new Promise<void>((resolve) => {
      goOn = resolve;
    }).then(() => ctx.step('aside', () => 1));
    const event = Number(await ctx.waitForEvent('approval'));
    goOn();
    return event + (await aside);
  });
  const { id } = await fixture.create({ type });
  await fixture.until(id, isWaiting);
  goOn();
  await fixture.raise(id, 'approval', 41);
  expect((await fixture.ended(id)).status).toBe('succeeded');
  expect(calls).toHaveLength(2);
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
