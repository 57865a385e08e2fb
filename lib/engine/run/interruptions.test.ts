import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunInterruptedError } from './failures.ts';
import { type RunFixture, startRuns } from './testing.ts';

let fixture: RunFixture;
const aborted = new Map<string, { reason: unknown; at: number }>();
const effects: string[] = [];
const actor = { name: 'ada@example.org' };

beforeAll(async () => {
  fixture = await startRuns();
  await fixture.work([
    {
      type: 'obedient',
      async run(ctx) {
        await ctx.step('first', () => void effects.push(`${ctx.taskId} first`));
        await ctx.step('work', async ({ signal }) => {
          signal.addEventListener('abort', () =>
            aborted.set(ctx.taskId, { reason: signal.reason, at: performance.now() }),
          );
          await delay(ctx.attempt > 1 || effects.includes(`${ctx.taskId} quick`) ? 1 : 60_000, undefined, { signal });
        });
        await ctx.step('last', () => void effects.push(`${ctx.taskId} last`));
      },
    },
    {
      type: 'deaf',
      async run(ctx) {
        for (let turn = 0; turn < 60; turn++) {
          await delay(20);
          await ctx.step(`turn ${turn}`, () => void effects.push(ctx.taskId)).catch(() => {});
        }
        return 'done all the same';
      },
    },
    { type: 'late', timeoutInMs: 300, run: (ctx) => ctx.waitForEvent('never') },
  ]);
});
afterAll(() => fixture.end());

const running = async (type: string, id: string) => {
  await fixture.create({ type, id });
  await fixture.until(id, ({ status }) => status === 'running');
  await expect.poll(() => effects.some((effect) => effect.startsWith(id))).toBe(true);
  await delay(30);
  return id;
};

test('cancel reaches a running handler within a second', async () => {
  const id = await running('obedient', 'cancel-me');
  const askedAt = performance.now();
  expect(await fixture.engine.cancelTask(id, actor)).toMatchObject({ status: 'cancelled' });
  await expect.poll(() => aborted.get(id)).toBeDefined();
  expect(aborted.get(id)?.reason).toBeInstanceOf(RunInterruptedError);
  expect(aborted.get(id)?.reason).toMatchObject({ reason: 'cancelled' });
  expect((aborted.get(id)?.at ?? 0) - askedAt).toBeLessThan(1_000);
  expect(effects).not.toContain(`${id} last`);
});

test('a handler that ignores its signal changes nothing any more', async () => {
  const id = await running('deaf', 'deaf-1');
  await fixture.engine.cancelTask(id, actor);
  await delay(200);
  const stepCount = (await fixture.engine.getHistory(id, 1n)).stepCounts.total;
  const effectCount = effects.filter((effect) => effect === id).length;
  await delay(300);
  expect(effects.filter((effect) => effect === id)).toHaveLength(effectCount);
  expect((await fixture.engine.getHistory(id, 1n)).stepCounts.total).toBe(stepCount);
  expect(await fixture.engine.getTask(id)).toMatchObject({ status: 'cancelled' });
});

test('a paused run stops and, resumed, goes on without repeating what it did', async () => {
  const id = await running('obedient', 'pause-me');
  await fixture.engine.pauseTask(id, actor);
  await expect.poll(() => aborted.get(id)?.reason).toMatchObject({ reason: 'paused' });
  expect(await fixture.engine.getTask(id)).toMatchObject({ status: 'paused' });
  effects.push(`${id} quick`);
  await fixture.engine.resumeTask(id, actor);
  expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', attempt: 1 });
  expect(effects.filter((effect) => effect === `${id} first`)).toHaveLength(1);
});

test('a run that takes too long is timed out, running or waiting', async () => {
  const waiting = await fixture.run({ type: 'late' });
  expect(waiting).toMatchObject({ status: 'timedOut', error: { name: 'TaskTimeoutError' } });
  const task = await fixture.run({ type: 'obedient', id: 'time-out', timeoutInMs: 400 });
  expect(task.status).toBe('timedOut');
  await expect.poll(() => aborted.get('time-out')?.reason).toMatchObject({ reason: 'timedOut' });
});

test('a worker that stops hands its runs over with what they have done', async () => {
  const done: string[] = [];
  const begun = Promise.withResolvers<void>();
  const definition = {
    type: 'moving',
    async run(ctx: Parameters<Parameters<typeof fixture.work>[0][number]['run']>[0]) {
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
  const askedAt = performance.now();
  await first.stop();
  expect(performance.now() - askedAt).toBeLessThan(5_000);
  await fixture.work([definition]);
  expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: 'arrived', attempt: 1 });
  expect(done).toEqual(['one', 'two interrupted']);
});
