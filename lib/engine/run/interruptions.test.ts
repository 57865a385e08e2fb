import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import type { TaskContext } from '../definition/definition.ts';
import { RunInterruptedError } from '../definition/failures.ts';
import { startRuns } from './testing.ts';

const fixture = started(startRuns, 'end');
const aborted = new Map<string, { reason: unknown; effects: number }>();
const effects: string[] = [];
const returned = new Set<string>();
const actor = { name: 'ada@example.org' };

beforeAll(async () => {
  await fixture.work([
    {
      type: 'obedient',
      async run(ctx) {
        await ctx.step('first', () => void effects.push(`${ctx.taskId} first`));
        await ctx.step('work', async ({ signal }) => {
          signal.addEventListener('abort', () =>
            aborted.set(ctx.taskId, { reason: signal.reason, effects: effectsOf(ctx.taskId) }),
          );
          effects.push(`${ctx.taskId} work`);
          await delay(ctx.attempt > 1 || effects.includes(`${ctx.taskId} quick`) ? 1 : 60_000, undefined, { signal });
        });
        await ctx.step('last', () => void effects.push(`${ctx.taskId} last`));
      },
    },
    {
      type: 'deaf',
      async run(ctx) {
        ctx.signal.addEventListener('abort', () =>
          aborted.set(ctx.taskId, { reason: ctx.signal.reason, effects: effectsOf(ctx.taskId) }),
        );
        for (let turn = 0; turn < 5 || !aborted.has(ctx.taskId); turn++) await deafly(ctx, `turn ${turn}`);
        for (let turn = 0; turn < 5; turn++) await deafly(ctx, `turn ${turn} after the end`);
        returned.add(ctx.taskId);
        return 'done all the same';
      },
    },
    { type: 'late', timeoutInMs: 300, run: (ctx) => ctx.waitForEvent('never') },
    { type: 'quick', run: () => 1 },
  ]);
});

function effectsOf(id: string): number {
  return effects.filter((effect) => effect.startsWith(`${id} `)).length;
}

/** Ignores the failure of its step and goes on. */
async function deafly(ctx: TaskContext, name: string): Promise<void> {
  await delay(5);
  await ctx.step(name, () => void effects.push(`${ctx.taskId} work`)).catch(() => {});
}

const running = async (type: string, id: string) => {
  await fixture.create({ type, id });
  await expect.poll(() => effects, { timeout: 10_000 }).toContain(`${id} work`);
  return id;
};

/** The same after its step is announced: it writes nothing more that could be refused before it learns the reason. */
const announced = async (id: string) => {
  await running('obedient', id);
  const steps = async () => (await fixture.engine.listSteps(id, 1n, { maxPageSize: 5 })).value;
  await expect.poll(async () => (await steps())[1]?.status, { timeout: 10_000 }).toBe('running');
  return id;
};
const interrupted = async (id: string, reason: string) => {
  await expect.poll(() => aborted.get(id)?.reason, { timeout: 10_000 }).toBeInstanceOf(RunInterruptedError);
  expect(aborted.get(id)?.reason).toMatchObject({ reason });
};

test('cancel reaches a running handler', async () => {
  const id = await announced('cancel-me');
  expect(await fixture.engine.cancelTask(id)).toMatchObject({ status: 'cancelled' });
  await interrupted(id, 'cancelled');
  expect(effects).not.toContain(`${id} last`);
});

test('a handler that ignores its signal changes nothing any more', async () => {
  const id = await running('deaf', 'deaf-1');
  await fixture.engine.cancelTask(id);
  const steps = async () => (await fixture.engine.getHistory(id, 1n)).stepCounts.total;
  const stepCount = await steps();
  await expect.poll(() => returned, { timeout: 10_000 }).toContain(id);
  // A refused write or the notice of the cancellation comes first. The reason is the same.
  await interrupted(id, 'cancelled');
  expect(effectsOf(id)).toBe(aborted.get(id)?.effects);
  // When a later run of the worker has ended, the flush with its last entries is over.
  await fixture.run({ type: 'quick' });
  expect(await steps()).toBe(stepCount);
  expect(await fixture.engine.getTask(id)).toMatchObject({ status: 'cancelled' });
});

test('a paused run stops and, resumed, goes on without repeating what it did', async () => {
  const id = await announced('pause-me');
  await fixture.engine.pauseTask(id, actor);
  await interrupted(id, 'paused');
  expect(await fixture.engine.getTask(id)).toMatchObject({ status: 'paused' });
  effects.push(`${id} quick`);
  await fixture.engine.resumeTask(id);
  expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', attempt: 1 });
  expect(effects.filter((effect) => effect === `${id} first`)).toHaveLength(1);
});

test('a run that takes too long is timed out, running or waiting', async () => {
  const waiting = await fixture.run({ type: 'late' });
  expect(waiting).toMatchObject({ status: 'timedOut', error: { name: 'TaskTimeoutError' } });
  const id = await announced('time-out');
  await fixture.database`
    update active_run set deadline_on = now() - interval '1 ms' where task_key = (select key from task where id = ${id})`;
  expect((await fixture.ended(id)).status).toBe('timedOut');
  await interrupted(id, 'timedOut');
});

test('a worker that stops hands its runs over with what they have done', async () => {
  const done: string[] = [];
  const begun = Promise.withResolvers<void>();
  const definition = {
    type: 'moving',
    async run(ctx: TaskContext) {
      await ctx.step('one', () => void done.push('one'));
      await ctx.step('two', async ({ signal }) => {
        begun.resolve();
        if (done.length > 1) return;
        done.push('two interrupted');
        await delay(30_000, undefined, { signal });
      });
      return 'arrived';
    },
  };
  const first = await fixture.work([definition]);
  const { id } = await fixture.create({ type: 'moving' });
  await begun.promise;
  await first.stop(); // long before the end of the step
  expect((await fixture.engine.getTask(id)).status).toBe('queued');
  await fixture.work([definition]);
  expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: 'arrived', attempt: 1 });
  expect(done).toEqual(['one', 'two interrupted']);
});

test('a worker that stops lets the step under way finish, keeps its result and begins no other', async () => {
  const calls: string[] = [];
  const gate = Promise.withResolvers<void>();
  const define = (name: string) => ({
    type: 'finishing',
    async run(ctx: TaskContext) {
      await ctx.step('one', () => {
        calls.push(`one by ${name}`);
        return gate.promise;
      });
      await ctx.step('two', () => void calls.push(`two by ${name}`));
    },
  });
  const first = await fixture.work([define('first')], { name: 'first' });
  const { id } = await fixture.create({ type: 'finishing' });
  await expect.poll(() => calls, { timeout: 10_000 }).toEqual(['one by first']);
  const stopped = first.stop();
  const statuses = async () =>
    (await fixture.engine.listWorkers({ maxPageSize: 10 })).value.map(({ name, status }) => `${name} ${status}`);
  await expect.poll(statuses, { timeout: 10_000 }).toContain('first stopping');
  await statuses(); // one more round trip, after which the worker knows it too
  gate.resolve();
  await stopped;
  expect(calls).toEqual(['one by first']);
  expect((await statuses()).join()).not.toContain('first');
  await fixture.work([define('second')], { name: 'second' });
  expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', attempt: 1 });
  expect(calls).toEqual(['one by first', 'two by second']);
});
