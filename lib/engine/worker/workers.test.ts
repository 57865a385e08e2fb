import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AnyTaskDefinition } from '../definition/definition.ts';
import { type RunFixture, startRuns } from '../run/testing.ts';
import { createNextRuns } from '../timers/next-runs.ts';

let fixture: RunFixture;
beforeEach(async () => {
  fixture = await startRuns();
});
afterEach(() => fixture.end());

test('workers that race for the same runs run each once', async () => {
  const calls: string[] = [];
  const definition: AnyTaskDefinition = {
    type: 'raced',
    async run(ctx) {
      await ctx.step('one', () => void calls.push(`${ctx.taskId} one`));
      await ctx.step('two', () => void calls.push(`${ctx.taskId} two`));
    },
  };
  await fixture.work([definition], { slots: 1 });
  await fixture.engine.listTaskTypes({ maxPageSize: 1 });
  const tasks = await Promise.all(Array.from({ length: 300 }, () => fixture.create({ type: 'raced' })));
  await Promise.all([1, 2, 3].map(() => fixture.work([definition], { slots: 20 })));
  for (const { id } of tasks) expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded' });
  expect(calls).toHaveLength(600);
  expect(new Set(calls).size).toBe(600);
});

test('a worker runs as many at once as it has slots, and begins the next when one ends', async () => {
  let atOnce = 0;
  const areThree = Promise.withResolvers<void>();
  const seen: number[] = [];
  const definition: AnyTaskDefinition = {
    type: 'slotted',
    async run() {
      seen.push(++atOnce);
      if (atOnce === 3) areThree.resolve();
      await areThree.promise;
      await new Promise((resolve) => setTimeout(resolve, 10));
      atOnce--;
    },
  };
  await fixture.work([definition], { slots: 3 });
  const tasks = await Promise.all(Array.from({ length: 12 }, () => fixture.create({ type: 'slotted' })));
  for (const { id } of tasks) expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded' });
  expect([seen.length, Math.max(...seen)]).toEqual([12, 3]);
});

test('a worker with nothing to do does not look for work again and again', async () => {
  let looks = 0;
  const count = () => void looks++;
  subscribe('taskdeck.claim', count);
  try {
    const type = await fixture.serve({ run: () => null });
    expect(await fixture.run({ type })).toMatchObject({ status: 'succeeded' });
    const before = looks;
    expect(before).toBeGreaterThan(0);
    await delay(500);
    expect(looks - before, 'in half a second').toBeLessThan(15);
  } finally {
    unsubscribe('taskdeck.claim', count);
  }
});

test('runs of a key never exceed its limit, and higher priority goes first', async () => {
  let atOnce = 0;
  let most = 0;
  const order: number[] = [];
  const definition: AnyTaskDefinition = {
    type: 'keyed',
    async run(ctx, input) {
      await ctx.step('work', async () => {
        order.push(Number(input));
        most = Math.max(most, ++atOnce);
        await new Promise((resolve) => setTimeout(resolve, 10));
        atOnce--;
      });
    },
  };
  const first = await fixture.work([definition]);
  await first.stop();
  const tasks = [];
  for (const priority of [0, 1, 2, 3, 4, 5])
    tasks.push(
      await fixture.create({
        type: 'keyed',
        input: priority,
        priority,
        concurrencyKey: 'customer-1',
        concurrencyLimit: 2,
      }),
    );
  await Promise.all([1, 2].map(() => fixture.work([definition])));
  for (const { id } of tasks) await fixture.ended(id);
  expect(most).toBe(2);
  expect(order.slice(0, 2).toSorted()).toEqual([4, 5]);
  expect(order.slice(4).toSorted()).toEqual([0, 1]);
});

test('a worker that lost its lease cannot write any more, and goes on as a new one', async () => {
  const gate = Promise.withResolvers<void>();
  const calls: string[] = [];
  const troubles: string[] = [];
  const define = (name: string): AnyTaskDefinition => ({
    type: 'frozen',
    async run(ctx) {
      const result = await ctx.step('one', async () => {
        calls.push(name);
        if (name === 'first') await gate.promise;
        return name;
      });
      await ctx.step('two', () => void calls.push(`${name} went on`));
      return result;
    },
  });
  await fixture.work([define('first')], { name: 'first', onTrouble: (error) => troubles.push(error.message) });
  const { id } = await fixture.create({ type: 'frozen' });
  await expect.poll(() => calls).toEqual(['first']);
  // The database considers it silent. Its claims and writes from now on must not count.
  await fixture.database`
    with lost as (update worker set is_expired = true where name = 'first' returning key)
    update active_run a set status = 'paused', paused_status = 'queued', worker_key = null from lost`;
  gate.resolve();
  await expect.poll(() => troubles.join(), { timeout: 4_000 }).toContain('silent for longer than its lease');
  expect(
    (await fixture.engine.listSteps(id, 1n, { maxPageSize: 10 })).value.filter(({ status }) => status === 'succeeded'),
  ).toEqual([]);
  await fixture.work([define('second')], { name: 'second' });
  await fixture.engine.resumeTask(id);
  const task = await fixture.ended(id);
  expect(task.status).toBe('succeeded');
  expect(calls).not.toContain(task.output === 'second' ? 'first went on' : 'second went on');
  const workers = (await fixture.engine.listWorkers({ maxPageSize: 10 })).value.filter(({ name }) => name === 'first');
  expect(workers.map(({ status }) => status).toSorted()).toEqual(['expired', 'live']);
});

test('a worker with a long lease that loses it while it has nothing to write notices soon', async () => {
  await fixture.work([{ type: 'late', run: () => 'done' }], { leaseInMs: 86_400_000 });
  await fixture.database`update worker set is_expired = true`;
  const { id } = await fixture.create({ type: 'late' });
  expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: 'done' });
});

test('a run that writes what the database cannot store fails, and others go on', async () => {
  const troubles: string[] = [];
  const run: AnyTaskDefinition['run'] = async (ctx, input) => ctx.step(`step ${input}`, () => 'done');
  await fixture.work([{ type: 'odd', run }], { onTrouble: (error) => troubles.push(error.message) });
  const tasks = await Promise.all(['\u0000', 'plain'].map((input) => fixture.create({ type: 'odd', input })));
  const [odd, plain] = await Promise.all(tasks.map(({ id }) => fixture.ended(id)));
  expect([odd?.status, plain?.status]).toEqual(['failed', 'succeeded']);
  expect(troubles).not.toEqual([]);
});

test('a schedule makes the next run when one has ended, and only one', async () => {
  await fixture.work([{ type: 'report', run: () => 'made' }]);
  await fixture.create({
    type: 'report',
    id: 'nightly',
    schedule: { cron: '* * * * * *', timeZone: 'Europe/Amsterdam' },
  });
  await fixture.until('nightly', ({ runCount, status }) => runCount >= 3 && status === 'scheduled');
  const history = await fixture.engine.listHistory('nightly', {
    maxPageSize: 10,
    orderBy: 'runCount asc',
    includeOutput: true,
  });
  expect(history.value.slice(0, 2)).toMatchObject([
    { runCount: 1, status: 'succeeded', isCurrent: false, output: 'made' },
    { runCount: 2, status: 'succeeded', trigger: 'schedule', isCurrent: false },
  ]);
  expect(await createNextRuns(fixture.database)).toBe(0);
});

test('a run woken by another process is found although it was not told', async () => {
  await fixture.work([{ type: 'quiet', run: () => 'found' }]);
  const { id } = await fixture.create({ type: 'quiet', startOn: new Date(Date.now() + 3_600_000).toISOString() });
  await fixture.database`update active_run set status = 'queued', due_on = null where task_key = (select key from task where id = ${id})`;
  expect(await fixture.ended(id)).toMatchObject({ output: 'found' });
});

test('an event not consumed by a run is there for the next one only when its type says so', async () => {
  const listen = (type: string, passesEventsOn: boolean): AnyTaskDefinition => ({
    type,
    passesEventsOn,
    run: async (ctx) =>
      ctx.runCount === 1 ? 'first' : ((await ctx.waitForEvent('note', { timeoutInMs: 50 })) ?? 'none'),
  });
  await fixture.work([listen('keeps', true), listen('drops', false)]);
  for (const [type, output] of [
    ['keeps', 'a note'],
    ['drops', 'none'],
  ] as const) {
    const { id } = await fixture.run({ type });
    await fixture.raise(id, 'note', 'a note');
    await fixture.engine.rerunTask(id, {}, { name: 'ada' });
    expect(await fixture.ended(id)).toMatchObject({ runCount: 2, output });
  }
});

test('a hidden event is not passed on to a run with an input from somebody who may not see it', async () => {
  const listen: AnyTaskDefinition = {
    type: 'listens',
    passesEventsOn: true,
    sensitive: ['/events/a~1note/text'],
    run: async (ctx, input) => {
      const names = input === 'first' ? [] : ['a/note', 'plain'];
      const found = [];
      for (const name of names) found.push((await ctx.waitForEvent(name, { timeoutInMs: 20 })) ?? 'none');
      return found;
    },
  };
  await fixture.work([listen]);
  const { id } = await fixture.run({ type: 'listens', input: 'first' });
  const raise = async () => {
    for (const name of ['a/note', 'plain']) await fixture.raise(id, name, name);
  };
  const outputOf = async () => (await fixture.ended(id)).output;
  const blind = { name: 'eve' };
  const sighted = { name: 'ada', readsSensitive: true };
  await raise();
  await fixture.engine.rerunTask(id, { input: 'elsewhere' }, blind);
  expect(await outputOf()).toEqual(['none', 'plain']);
  await fixture.engine.forkRun(id, 2n, { fromSequence: 0 }, sighted);
  expect(await outputOf()).toEqual(['none', 'none']);
  await fixture.engine.rerunTask(id, { input: 'elsewhere' }, blind);
  expect(await outputOf()).toEqual(['none', 'none']);
  await fixture.engine.updateTask(id, { input: 'to eve' }, blind);
  await raise();
  await fixture.engine.forkRun(id, 2n, { fromSequence: 0 }, blind);
  expect(await outputOf()).toEqual(['none', 'plain']);
  await fixture.engine.updateTask(id, { input: 'to eve' }, blind);
  await raise();
  await fixture.engine.rerunTask(id, {}, sighted);
  expect(await outputOf()).toEqual(['none', 'plain']);
  await raise();
  await fixture.engine.rerunTask(id, {}, blind);
  expect(await outputOf()).toEqual(['a/note', 'plain']);
  await fixture.engine.rerunTask(id, { input: 'well' }, sighted);
  expect(await outputOf()).toEqual(['a/note', 'none']);
});
