import { describe, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { TaskEndedError } from '../definition/failures.ts';
import { type RunFixture, startRuns } from './testing.ts';

const fixture = started(startRuns, 'end');

const serve = (definition: Parameters<RunFixture['serve']>[0]) => fixture.serve(definition, { keepForInMs: 0 });
const waitingFor = (id: string, eventName: string) =>
  fixture.until(id, (task) => task.status === 'waiting' && task.waitingFor?.eventName === eventName);

describe('a handler that no longer matches its journal', () => {
  test.each(['returns', 'throws'])(
    'fails its run though it catches the mismatch and %s, and calls no more',
    async (what) => {
      let name = 'old name';
      const calls: string[] = [];
      const type = await serve({
        retry: { maximumAttempts: 3, initialIntervalInMs: 1 },
        async run(ctx) {
          await ctx.step(name, () => void calls.push(name)).catch(() => {});
          await ctx.waitForEvent('go').catch(() => {});
          await ctx.step('after', () => void calls.push('after')).catch(() => {});
          if (what === 'throws') throw new Error('something else');
          return 'as if nothing were wrong';
        },
      });
      const { id } = await fixture.create({ type });
      await waitingFor(id, 'go');
      name = 'new name';
      await fixture.raise(id, 'go');
      const task = await fixture.ended(id);
      expect(task).toMatchObject({ status: 'failed', attempt: 1, error: { name: 'NonRetryableError' } });
      expect(task.error?.message).toMatch(/sequence 0.*"new name".*"old name"/);
      expect(calls).toEqual(['old name']);
    },
  );

  test('fails where a call of another kind has the name', async () => {
    let isAsleep = false;
    const type = await serve({
      async run(ctx) {
        if (isAsleep) await ctx.sleep('pause', 1);
        else await ctx.step('pause', () => {});
        await ctx.waitForEvent('go');
      },
    });
    const { id } = await fixture.create({ type });
    await waitingFor(id, 'go');
    isAsleep = true;
    await fixture.raise(id, 'go');
    expect((await fixture.ended(id)).error?.message).toMatch(/calls sleep "pause", but step "pause" is recorded/);
    expect(
      (await fixture.stepsOf(id)).map(({ status }) => status),
      'nothing waits any more',
    ).toEqual(['succeeded', 'cancelled']);
  });
});

describe('a handler that drops calls at its end', () => {
  async function logOf(drops: boolean, fails = false): Promise<string[]> {
    let isNew = false;
    const type = await serve({
      retry: { maximumAttempts: 2, initialIntervalInMs: 1 },
      async run(ctx) {
        await ctx.step('charge', () => 1);
        const isOver = ctx.waitForEvent('go');
        if (isNew && drops) return 'without what follows';
        await ctx.step('print', () => 1);
        await isOver;
        if (fails && ctx.attempt === 1) throw new Error('once');
        ctx.log.info('new');
        return isNew;
      },
    });
    const { id } = await fixture.create({ type });
    await fixture.until(id, (task) => task.status === 'waiting' && task.waitingFor?.eventName === 'go');
    isNew = true;
    await fixture.raise(id, 'go');
    expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded' });
    const { value } = await fixture.engine.listLogs(id, 1n, { maxPageSize: 10, orderBy: 'loggedOn asc' });
    return value.map(({ level, message }) => `${level}: ${message}`);
  }

  test('ends its run, with a warning in the log that names them', async () => {
    expect(await logOf(true)).toEqual([
      expect.stringMatching(
        /^warn: the handler returned without "print", which an earlier execution has called\. Its code/,
      ),
    ]);
  });

  test('and one that makes them again, also in a further attempt, does not', async () => {
    expect(await logOf(false)).toEqual(['info: new']);
    expect(await logOf(false, true)).toEqual(['info: new']);
  });
});

test('a name that was cut in the middle of a character is found in the journal', async () => {
  const calls: string[] = [];
  const type = await serve({
    async run(ctx) {
      await ctx.step('to 😀'.slice(0, 4), () => void calls.push('first'));
      await ctx.waitForEvent('go 😀'.slice(0, 4), { timeoutInMs: 300 });
      return ctx.step('after', () => 'done');
    },
  });
  expect(await fixture.run({ type })).toMatchObject({ status: 'succeeded', output: 'done' });
  expect(calls).toEqual(['first']);
});

describe('a wait that goes on after a replay', () => {
  test('keeps the time at which it ends, for a sleep and for an event', async () => {
    const type = await serve({
      run: (ctx) =>
        Promise.all([
          ctx.sleep('long', 3_600_000),
          ctx.waitForEvent('never', { timeoutInMs: 7_200_000 }),
          ctx.waitForEvent('poke'),
        ]),
    });
    const { id } = await fixture.create({ type });
    await fixture.until(id, ({ status }) => status === 'waiting');
    // Half of the sleep passes in the database.
    await fixture.database`
      update step set wake_on = wake_on - interval '30 minutes'
      where name = 'long' and task_key = (select key from task where id = ${id})`;
    await fixture.raise(id, 'poke');
    await expect.poll(async () => (await fixture.stepsOf(id))[2]?.status).toBe('succeeded');
    const { waitingFor: rest } = await fixture.until(id, ({ status }) => status === 'waiting');
    expect(rest?.sentence).toBe('Waiting for 2 things at once: sleep "long", event "never".');
    const [row] = await fixture.database<{ due_in: number }[]>`
      select extract(epoch from due_on - now())::float8 as due_in from active_run join task on key = task_key
      where id = ${id}`;
    expect(row?.due_in).toBeLessThanOrEqual(30 * 60);
    expect(row?.due_in).toBeGreaterThan(29 * 60);
    await fixture.engine.cancelTask(id);
    expect((await fixture.stepsOf(id)).map(({ status }) => status).toSorted()).toEqual([
      'cancelled',
      'cancelled',
      'succeeded',
    ]);
  });

  test('is over for good when its time is up: the replay does not wait again', async () => {
    const type = await serve({
      async run(ctx) {
        const first = await ctx.waitForEvent('note', { timeoutInMs: 1 });
        const second = await ctx.waitForEvent('go');
        return [first ?? 'nothing', second];
      },
    });
    const { id } = await fixture.create({ type });
    await waitingFor(id, 'go');
    await fixture.raise(id, 'note', 'too late');
    await fixture.raise(id, 'go', 'gone');
    expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: ['nothing', 'gone'] });
    expect((await fixture.engine.listTaskEvents(id, { maxPageSize: 5 })).value[0]?.consumedBy).toBeUndefined();
  });

  test('of a child that failed fails again with the same error', async () => {
    const child = await serve({
      run() {
        throw new Error('no stock');
      },
    });
    const messages: string[] = [];
    const type = await serve({
      async run(ctx) {
        const id = await ctx.createTask({ type: child });
        await ctx.waitForTask(id).catch((error: Error) => void messages.push(`${error.name}: ${error.message}`));
        await ctx.waitForEvent('go');
      },
    });
    const { id } = await fixture.create({ type });
    await waitingFor(id, 'go');
    await fixture.raise(id, 'go');
    expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded' });
    expect(messages.length).toBeGreaterThan(1);
    expect(new Set(messages).size).toBe(1);
    expect(messages[0]).toMatch(/^TaskEndedError: task ".*" ended as failed: no stock$/);
    expect((await fixture.engine.listTasks({ parent: id, maxPageSize: 5, orderBy: 'id asc' })).value).toHaveLength(1);
  });
});

describe('a wait for a task', () => {
  const waiter = () =>
    serve({
      run: (ctx, input) =>
        ctx
          .waitForTask(String(input))
          .catch((error: unknown) => (error instanceof TaskEndedError ? [error.taskId, error.status] : error)),
    });

  test('tells how the task ended, or that there is none', async () => {
    const [type, asleep] = [await waiter(), await serve({ run: (ctx) => ctx.waitForEvent('never') })];
    const outcomeOf = async (childId: string, end?: () => Promise<unknown>) => {
      const { id } = await fixture.create({ type, input: childId });
      if (end !== undefined) await fixture.until(id, ({ status }) => status === 'waiting');
      await end?.();
      return (await fixture.ended(id)).output;
    };
    expect(await outcomeOf('no-such-task')).toEqual(['no-such-task', 'missing']);
    const cancelled = await fixture.create({ type: asleep, id: 'to-cancel' });
    expect(await outcomeOf(cancelled.id, () => fixture.engine.cancelTask(cancelled.id))).toEqual([
      cancelled.id,
      'cancelled',
    ]);
    const late = await fixture.create({ type: asleep, id: 'too-late', timeoutInMs: 500 });
    expect(await outcomeOf(late.id)).toEqual([late.id, 'timedOut']);
  });

  test('stays paused when the task ends meanwhile, and gets its result when it is resumed', async () => {
    const [type, asleep] = [await waiter(), await serve({ run: (ctx) => ctx.waitForEvent('go') })];
    const child = await fixture.create({ type: asleep });
    const { id } = await fixture.create({ type, input: child.id });
    await fixture.until(id, ({ status }) => status === 'waiting');
    await fixture.engine.pauseTask(id, { name: 'ada' });
    await fixture.raise(child.id, 'go', 'result');
    await fixture.ended(child.id);
    expect((await fixture.engine.getTask(id)).status).toBe('paused');
    await fixture.engine.resumeTask(id);
    expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: 'result' });
  });

  test('is over when any one of several children has ended', async () => {
    const child = await serve({ run: (ctx) => ctx.waitForEvent('go') });
    const type = await serve({
      async run(ctx) {
        const ids = [await ctx.createTask({ type: child }), await ctx.createTask({ type: child })];
        return Promise.race(ids.map((id) => ctx.waitForTask(id)));
      },
    });
    const { id } = await fixture.create({ type });
    await fixture.until(id, ({ status }) => status === 'waiting');
    const { value } = await fixture.engine.listTasks({ parent: id, maxPageSize: 5, orderBy: 'createdOn desc' });
    await fixture.raise(value[0]?.id ?? '', 'go', 'from the second');
    expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: 'from the second' });
  });

  test('is over though the run waits for something else too and the task is not its child', async () => {
    const asleep = await serve({ run: (ctx) => ctx.waitForEvent('go') });
    const type = await serve({
      run: (ctx, input) => Promise.race([ctx.waitForEvent('never'), ctx.waitForTask(String(input))]),
    });
    const stranger = await fixture.create({ type: asleep });
    const { id } = await fixture.create({ type, input: stranger.id });
    await fixture.until(id, ({ status }) => status === 'waiting');
    await fixture.raise(stranger.id, 'go', 'from a stranger');
    expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: 'from a stranger' });
    expect((await fixture.stepsOf(id)).map(({ name, status }) => [name, status])).toEqual([
      ['never', 'cancelled'],
      [`wait for ${stranger.id}`, 'succeeded'],
    ]);
  });
});

test('a sleep that is no duration, or a step without a name or with too long a one, fails the run at once', async () => {
  const type = await serve({
    retry: { maximumAttempts: 3, initialIntervalInMs: 1 },
    async run(ctx, input) {
      if (input === 'sleep') await ctx.sleep('nap', -1);
      else if (input === 'number') await ctx.step(Object(5).valueOf(), () => 1);
      else await ctx.step('x'.repeat(Number(input)), () => 1);
    },
  });
  const outcome = async (input: string | number) => {
    const { status, attempt, error } = await fixture.run({ type, input });
    return [status, attempt, error?.message];
  };
  expect(await outcome('sleep')).toEqual([
    ...['failed', 1, 'sleep "nap": -1 is not a duration in milliseconds; allowed is 0 to 315360000000'],
  ]);
  expect(await outcome('number')).toEqual(['failed', 1, 'a step name is a text of 1 to 256 characters; 5 is none']);
  expect(await outcome(0)).toEqual(['failed', 1, 'a step name is a text of 1 to 256 characters; this one has 0']);
  expect(await outcome(257)).toEqual(['failed', 1, 'a step name is a text of 1 to 256 characters; this one has 257']);
  expect((await outcome(256))[0]).toBe('succeeded');
});

describe('the log of a run that is replayed', () => {
  const linesOf = async (id: string) => {
    const { value } = await fixture.engine.listLogs(id, 1n, { maxPageSize: 100, orderBy: 'loggedOn asc' });
    return value.map(({ message }) => message);
  };

  test('has each line once, however often the handler starts from the top', async () => {
    let starts = 0;
    const type = await serve({
      async run(ctx) {
        starts += 1;
        ctx.log.info('begins');
        await ctx.step('charge', () => ctx.log.info('charges'));
        ctx.log.info('charged');
        await ctx.waitForEvent('approval');
        ctx.log.info('approved');
        await ctx.waitForEvent('parcel');
        ctx.log.info('sent');
      },
    });
    const { id } = await fixture.create({ type });
    await waitingFor(id, 'approval');
    await fixture.raise(id, 'approval');
    await waitingFor(id, 'parcel');
    await fixture.raise(id, 'parcel');
    await fixture.ended(id);
    expect(starts).toBe(3);
    expect(await linesOf(id)).toEqual(['begins', 'charges', 'charged', 'approved', 'sent']);
  });

  test('has what another attempt does from the step on that failed', async () => {
    const type = await serve({
      retry: { maximumAttempts: 2, initialIntervalInMs: 1 },
      async run(ctx) {
        await ctx.step('read', () => {});
        ctx.log.info('read');
        try {
          await ctx.step('charge', () => {
            throw new Error('no');
          });
        } catch (error) {
          ctx.log.error(`attempt ${ctx.attempt} failed`);
          await ctx.step('note it', () => {});
          throw error;
        }
      },
    });
    const { id } = await fixture.create({ type });
    expect(await fixture.ended(id)).toMatchObject({ status: 'failed', attempt: 2 });
    expect(await linesOf(id)).toEqual(['read', 'attempt 1 failed', 'attempt 2 failed']);
  });
});
