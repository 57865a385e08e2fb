import { expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startRuns } from '../run/testing.ts';
import { listLocks } from './list-locks.ts';
import { releaseLock } from './release-lock.ts';

const fixture = started(startRuns, 'end');

const locks = async (search: string) => (await listLocks(fixture.database, '', { maxPageSize: 10, search })).value;

test('runs under one lock go one after the other, each with a greater token, and leave it free', async () => {
  let inside = 0;
  let most = 0;
  const tokens: number[] = [];
  await fixture.work([
    {
      type: 'guarded',
      run: (ctx) =>
        ctx.lock('till', async ({ fencingToken }) => {
          await ctx.step('count', async () => {
            most = Math.max(most, ++inside);
            tokens.push(fencingToken);
            await new Promise((resolve) => setTimeout(resolve, 5));
            inside--;
          });
          return fencingToken;
        }),
    },
  ]);
  const tasks = await Promise.all(Array.from({ length: 8 }, () => fixture.create({ type: 'guarded' })));
  const ended = await Promise.all(tasks.map((task) => fixture.ended(task.id)));
  expect(ended.map((task) => task.status)).toEqual(ended.map(() => 'succeeded'));
  expect(most).toBe(1);
  expect(tokens).toEqual(tokens.toSorted((a, b) => a - b));
  expect(await locks('till')).toEqual([]);
  expect((await fixture.stepsOf(ended[0]?.id ?? '')).map(({ name, kind, status }) => [kind, name, status])).toEqual([
    ['lock', 'lock till', 'succeeded'],
    ['step', 'count', 'succeeded'],
  ]);
});

test('a lock is kept over a wait, and another run says who has it', async () => {
  await fixture.work([
    { type: 'holder', run: (ctx) => ctx.lock('desk', () => ctx.waitForEvent('go')) },
    { type: 'second', run: (ctx) => ctx.lock('desk', ({ fencingToken }) => fencingToken) },
  ]);
  const holder = await fixture.create({ type: 'holder', id: 'the-holder' });
  await fixture.until(holder.id, (task) => task.waitingFor?.kind === 'event');
  const second = await fixture.create({ type: 'second' });
  const waiting = await fixture.until(second.id, (task) => task.waitingFor?.kind === 'lock');
  expect(waiting.waitingFor).toMatchObject({
    sentence: expect.stringContaining('lock "desk" is held by task the-holder'),
    holder: { taskId: 'the-holder', runCount: 1 },
  });
  expect(await locks('desk')).toMatchObject([
    { owner: 'task the-holder', taskId: 'the-holder', runCount: 1, waiting: [{ taskId: second.id }], waitingCount: 1 },
  ]);
  await fixture.raise(holder.id, 'go');
  expect(await fixture.ended(second.id)).toMatchObject({ status: 'succeeded' });
});

test('work that throws frees the lock; the next attempt of the run takes it again', async () => {
  const held: boolean[] = [];
  await fixture.work([
    {
      type: 'failing',
      retry: { maximumAttempts: 2, initialIntervalInMs: 20 },
      run: (ctx) =>
        ctx.lock('oven', () =>
          ctx.step('bake', async () => {
            held.push((await locks('oven')).length === 1);
            if (ctx.attempt === 1) throw new Error('too hot');
            return 'bread';
          }),
        ),
    },
  ]);
  const task = await fixture.run({ type: 'failing' });
  expect(task).toMatchObject({ status: 'succeeded', output: 'bread', attempt: 2 });
  expect(held).toEqual([true, true]);
  expect(await locks('oven')).toEqual([]);
});

test('a run that ends while it holds or awaits a lock lets go of it', async () => {
  await fixture.work([{ type: 'stuck', run: (ctx) => ctx.lock('gate', () => ctx.waitForEvent('never')) }]);
  const first = await fixture.create({ type: 'stuck' });
  await fixture.until(first.id, (task) => task.waitingFor?.kind === 'event');
  const second = await fixture.create({ type: 'stuck' });
  await fixture.until(second.id, (task) => task.waitingFor?.kind === 'lock');
  const third = await fixture.create({ type: 'stuck' });
  await fixture.until(third.id, (task) => task.waitingFor?.kind === 'lock');
  await fixture.engine.cancelTask(second.id);
  await fixture.engine.cancelTask(first.id);
  await fixture.until(third.id, (task) => task.waitingFor?.kind === 'event');
  expect(await locks('gate')).toMatchObject([{ taskId: third.id, waitingCount: 0 }]);
  await releaseLock(fixture.database, { namespace: '', name: 'gate' }, {});
  expect(await locks('gate')).toEqual([]);
});

test('a replay does not take a lock again for work that is over, whether it went well or was caught', async () => {
  const seen: Record<string, number[]> = { good: [], bad: [] };
  await fixture.work(
    [
      {
        type: 'replayed',
        async run(ctx) {
          await ctx.lock('good', ({ fencingToken }) => void seen.good?.push(fencingToken));
          await ctx
            .lock('bad', ({ fencingToken }) => {
              seen.bad?.push(fencingToken);
              throw new Error('no');
            })
            .catch(() => {});
          await ctx.waitForEvent('go');
        },
      },
    ],
    { keepForInMs: 0 },
  );
  const { id } = await fixture.create({ type: 'replayed' });
  await fixture.until(id, (task) => task.waitingFor?.kind === 'event');
  await fixture.raise(id, 'go');
  expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded' });
  for (const tokens of Object.values(seen)) {
    expect(tokens.length).toBeGreaterThan(1);
    expect(new Set(tokens).size).toBe(1);
  }
});

test('work that failed takes the lock again in the next attempt of its run, with a greater token', async () => {
  const tokens: number[] = [];
  await fixture.work([
    {
      type: 'attempted',
      retry: { maximumAttempts: 3, initialIntervalInMs: 1 },
      run: (ctx) =>
        ctx.lock('again', ({ fencingToken }) => {
          tokens.push(fencingToken);
          if (ctx.attempt < 3) throw new Error('once more');
        }),
    },
  ]);
  expect(await fixture.run({ type: 'attempted' })).toMatchObject({ status: 'succeeded', attempt: 3 });
  expect(tokens).toEqual(tokens.toSorted((a, b) => a - b));
  expect(new Set(tokens).size).toBe(3);
});

test('code that runs under a lock is refused the same lock, also on replay; code beside it waits for its turn', async () => {
  const refused: unknown[] = [];
  await fixture.work(
    [
      {
        type: 'nested',
        async run(ctx) {
          const note = (error: unknown) => refused.push(error);
          await ctx.lock('outer', async () => {
            await ctx.step('first', () => 1);
            await ctx.lock('inner', () => ctx.lock('outer', () => 'never')).catch(note);
          });
          const tokenOf = () => ctx.lock('outer', ({ fencingToken }) => fencingToken);
          const tokens = await Promise.all([tokenOf(), tokenOf()]);
          await ctx.waitForEvent('go');
          return new Set(tokens).size;
        },
      },
      { type: 'nested.uncaught', run: (ctx) => ctx.lock('outer', () => ctx.lock('outer', () => 'never')) },
    ],
    { keepForInMs: 0 },
  );
  const { id } = await fixture.create({ type: 'nested' });
  await fixture.until(id, (task) => task.waitingFor?.kind === 'event');
  await fixture.raise(id, 'go');
  expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: 2 });
  const message = expect.stringContaining('runs under the lock "outer" already');
  expect(refused.length).toBeGreaterThan(1);
  expect(refused).toEqual(refused.map(() => expect.objectContaining({ name: 'NonRetryableError', message })));
  expect(await fixture.run({ type: 'nested.uncaught' })).toMatchObject({ status: 'failed', error: { message } });
  expect([...(await locks('outer')), ...(await locks('inner'))]).toEqual([]);
});

/** A type whose two steps under a lock note whether the lock is held, and one step after it. */
async function serveGuarded(held: [string, boolean][], fail: (name: string, attempt: number) => void = () => {}) {
  const type = await fixture.serve({
    retry: { maximumAttempts: 2, initialIntervalInMs: 1 },
    async run(ctx) {
      const step = (name: string) =>
        ctx.step(name, async () => {
          held.push([name, (await locks(`of ${ctx.taskId}`)).length === 1]);
          fail(name, ctx.attempt);
        });
      const failure = await ctx.lock(`of ${ctx.taskId}`, async () => {
        await step('weigh');
        try {
          await step('pack');
          return undefined;
        } catch (error) {
          return { error };
        }
      });
      if (failure !== undefined) throw failure.error;
      await step('send');
    },
  });
  return type;
}

test('a fork from a step under a lock takes the lock again, and one from a step after it does not', async () => {
  const held: [string, boolean][] = [];
  const type = await serveGuarded(held);
  const { id } = await fixture.run({ type });
  expect(held.splice(0)).toEqual([
    ['weigh', true],
    ['pack', true],
    ['send', false],
  ]);
  const ada = { name: 'ada' };
  await fixture.engine.forkRun(id, 1n, { fromSequence: 2 }, ada);
  expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', runCount: 2 });
  expect(held.splice(0)).toEqual([
    ['pack', true],
    ['send', false],
  ]);
  expect((await locks(`of ${id}`)).length).toBe(0);
  const token = async () =>
    (await fixture.database<{ token: number }[]>`select last_value as token from lock_fence`)[0]?.token;
  const before = await token();
  await fixture.engine.forkRun(id, 1n, { fromSequence: 3 }, ada);
  expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', runCount: 3 });
  expect(held).toEqual([['send', false]]);
  expect(await token()).toBe(before);
});

test('a step under a lock whose failure ends the attempt later runs under the lock again', async () => {
  const held: [string, boolean][] = [];
  const type = await serveGuarded(held, (name, attempt) => {
    if (name === 'pack' && attempt === 1) throw new Error('no box');
  });
  expect(await fixture.run({ type })).toMatchObject({ status: 'succeeded', attempt: 2 });
  expect(held).toEqual([
    ['weigh', true],
    ['pack', true],
    ['pack', true],
    ['send', false],
  ]);
});

test('a run that has waited for long beside a step of its own takes the lock when it becomes free', async () => {
  const packing = Promise.withResolvers<string>();
  const tries: number[] = [];
  await fixture.work([
    { type: 'keeper', run: (ctx) => ctx.lock('gate', () => ctx.waitForEvent('go')) },
    {
      type: 'packer',
      run: (ctx) =>
        Promise.all([
          ctx.step('pack', () => packing.promise),
          ctx.lock('gate', () => ctx.step('inside', () => tries.push(performance.now()))),
        ]),
    },
  ]);
  const keeper = await fixture.create({ type: 'keeper' });
  await fixture.until(keeper.id, (task) => task.waitingFor?.kind === 'event');
  const { id } = await fixture.create({ type: 'packer' });
  const waitedForAnHour = () => fixture.database`
    update step set started_on = now() - interval '1 hour'
    where kind = 'lock' and status = 'waiting' and started_on > now() - interval '30 minutes'`;
  await expect.poll(async () => (await waitedForAnHour()).count).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 1_000)); // it has tried again, and will after 15 s
  await fixture.raise(keeper.id, 'go');
  const freedAt = performance.now();
  await expect.poll(() => tries.length, { timeout: 10_000 }).toBe(1);
  expect((tries[0] ?? 0) - freedAt).toBeLessThan(10_000);
  packing.resolve('packed');
  expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded' });
});
