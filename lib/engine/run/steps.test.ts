import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { started } from '../../contract/testing/started.ts';
import type { TaskContext } from '../definition/definition.ts';
import { NonRetryableError } from '../definition/failures.ts';
import { type RunFixture, startRuns } from './testing.ts';

const fixture = started(startRuns, 'end');

const serve = (definition: Parameters<RunFixture['serve']>[0]) => fixture.serve(definition, { keepForInMs: 0 });

test('a task runs its steps in order and ends with its output; every step is recorded', async () => {
  const type = await serve({
    async run(ctx, input) {
      const one = await ctx.step('one', ({ idempotencyKey }) => idempotencyKey);
      const two = await ctx.step('two', async () => ({ at: new Date(0), big: 9_007_199_254_740_993n }));
      return { input, one, two };
    },
  });
  const task = await fixture.run({ type, id: 'in-order', input: { n: 1 } });
  expect(task).toMatchObject({ status: 'succeeded', attempt: 1 });
  expect(task.output).toEqual({
    input: { n: 1 },
    one: 'in-order/1/0',
    two: { at: '1970-01-01T00:00:00.000Z', big: 9_007_199_254_740_993n },
  });
  expect((await fixture.stepsOf(task.id)).map(({ name, status, sequence }) => [sequence, name, status])).toEqual([
    [0, 'one', 'succeeded'],
    [1, 'two', 'succeeded'],
  ]);
});

test('a failed attempt of a run keeps what is done, and runs the failed step again', async () => {
  const calls: string[] = [];
  const type = await serve({
    retry: { maximumAttempts: 3, initialIntervalInMs: 20 },
    async run(ctx) {
      await ctx.step('before', () => void calls.push('before'));
      const parts = await Promise.all(
        [0, 1, 2].map((part) =>
          ctx.step(`part ${part}`, () => {
            calls.push(`part ${part}`);
            if (part === 1 && ctx.attempt < 3) throw new Error(`attempt ${ctx.attempt}`);
            return part;
          }),
        ),
      );
      return ctx.step('after', () => parts);
    },
  });
  const task = await fixture.run({ type });
  expect(task).toMatchObject({ status: 'succeeded', attempt: 3, output: [0, 1, 2] });
  expect(calls.toSorted()).toEqual(['before', 'part 0', 'part 1', 'part 1', 'part 1', 'part 2']);
  const part = (await fixture.stepsOf(task.id)).find(({ name }) => name === 'part 1');
  expect(part?.attempts.map(({ error }) => error?.message)).toEqual(['attempt 1', 'attempt 2', undefined]);
});

test('a step retried on its own does not cost the run an attempt, in memory or out of it', async () => {
  const type = await serve({
    run: (ctx) =>
      Promise.all(
        [10, 700].map((initialIntervalInMs) =>
          ctx.step(
            `after ${initialIntervalInMs}`,
            ({ attempt }) => {
              if (attempt < 3) throw new Error('not yet');
              return attempt;
            },
            { retry: { maximumAttempts: 3, initialIntervalInMs, backoffCoefficient: 1 } },
          ),
        ),
      ),
  });
  const task = await fixture.run({ type });
  expect(task).toMatchObject({ status: 'succeeded', attempt: 1, output: [3, 3] });
});

test('a NonRetryableError ends the run at once, with the step that threw it', async () => {
  const type = await serve({
    retry: { maximumAttempts: 5 },
    run: (ctx) =>
      ctx.step('charge', () => {
        throw new NonRetryableError('card 4711 is stolen');
      }),
  });
  const task = await fixture.run({ type });
  expect(task).toMatchObject({
    status: 'failed',
    attempt: 1,
    error: { message: 'card 4711 is stolen', step: 'charge' },
  });
  expect((await fixture.stepsOf(task.id))[0]?.status).toBe('failed');
  const [text] = await fixture.database`
    select body from search_text join task on key = task_key where id = ${task.id} and kind = 'e'`;
  expect(text?.body).toBe('NonRetryableError: card 4711 is stolen');
});

test('a caught failure stays as it was when the run is replayed', async () => {
  const calls = vi.fn();
  const type = await serve({
    async run(ctx) {
      const way = await ctx
        .step('try', () => {
          calls();
          throw new Error('no');
        })
        .catch(() => 'other way');
      await ctx.sleep('pause', 250);
      return way;
    },
  });
  expect(await fixture.run({ type })).toMatchObject({ status: 'succeeded', output: 'other way' });
  expect(calls).toHaveBeenCalledOnce();
});

test('after a failure that was handled, the retry may take another way than the journal', async () => {
  const calls: string[] = [];
  const type = await serve({
    retry: { maximumAttempts: 2, initialIntervalInMs: 10 },
    async run(ctx) {
      try {
        await ctx.step('charge', () => {
          calls.push('charge');
          if (ctx.attempt === 1) throw new Error('declined');
        });
      } catch (error) {
        await ctx.step('tell', () => void calls.push('tell'));
        throw error;
      }
      await ctx.step('ship', () => void calls.push('ship'));
    },
  });
  expect(await fixture.run({ type })).toMatchObject({ status: 'succeeded' });
  expect(calls).toEqual(['charge', 'tell', 'charge', 'ship']);
});

test('a handler that no longer matches its journal fails, naming both steps and the place', async () => {
  let name = 'old name';
  const type = await serve({
    async run(ctx) {
      await ctx.step(name, () => {});
      await ctx.waitForEvent('go');
    },
  });
  const { id } = await fixture.create({ type });
  await fixture.until(id, ({ status }) => status === 'waiting');
  name = 'new name';
  await fixture.raise(id, 'go');
  const { status, error } = await fixture.ended(id);
  expect(status).toBe('failed');
  expect(error?.message).toMatch(/sequence 0.*"new name".*"old name" is recorded there\. Its code changed since, or/);
});

test('input that does not match the schema fails at once and says where', async () => {
  const type = await serve({ input: z.object({ count: z.number() }), retry: { maximumAttempts: 3 }, run: () => 1 });
  await fixture.database`update task_type set input_schema = null where type = ${type}`;
  await new Promise((resolve) => setTimeout(resolve, 5));
  const [row] = await fixture.database`
    with t as (insert into task (id, type, queue, priority, created_by, modified_by, input)
      values ('bad-input', ${type}, 'default', 0, 'ada', 'ada', '{"count":"x"}') returning key)
    insert into active_run (task_key, run_count, status, trigger, triggered_by, type, queue, priority)
    select key, 1, 'queued', 'create', 'ada', ${type}, 'default', 0 from t returning task_key`;
  expect(row).toBeDefined();
  expect(await fixture.ended('bad-input')).toMatchObject({
    status: 'failed',
    attempt: 1,
    error: { message: expect.stringContaining('/input/count') },
  });
});

test('an output above the limit fails the run and names limit and size; other runs of the flush are not hurt', async () => {
  const type = await serve({ run: (_, input) => 'x'.repeat(Number(input)) });
  const [large, small] = await Promise.all([fixture.run({ type, input: 5_000_000 }), fixture.run({ type, input: 3 })]);
  expect(large.error?.message).toMatch(/5000002 bytes.*taskOutputBytes.*4194304/);
  expect(small.output).toBe('xxx');
});

test('what PostgreSQL cannot store fails its own run only', async () => {
  const type = await serve({
    retry: { maximumAttempts: 3, initialIntervalInMs: 3_600_000, maximumIntervalInMs: 3_600_000 },
    async run(ctx, input) {
      await ctx.step(input === 'bad' || input === 'throws' ? 'a\u0000b' : 'good', () => 1);
      if (input === 'throws') throw new Error('to be tried again');
    },
  });
  const inputs = ['bad', 'throws', 'a', 'b', 'c'];
  const [bad, thrown, ...good] = await Promise.all(inputs.map((input) => fixture.run({ type, input })));
  for (const task of [bad, thrown])
    expect(task).toMatchObject({
      ...{ status: 'failed', attempt: 1 },
      error: { name: 'NonRetryableError', message: expect.stringContaining('the database refused what the run wrote') },
    });
  expect(good.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
});

test.each<[string, (ctx: TaskContext) => unknown]>([
  ['steps at the same time', (ctx) => Promise.all([1, 2, 3].map((n) => ctx.step(`a\u0000${n}`, () => n)))],
  [
    'steps one after the other that nobody waits for',
    async (ctx) => {
      for (let n = 1; n <= 200; n += 1) {
        void ctx.step(`a\u0000${n}`, () => n);
        if (n % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      }
      await ctx.waitForEvent('never');
    },
  ],
  ['a wait whose time is over at once', (ctx) => ctx.waitForEvent('a', { timeoutInMs: 1, stepName: 'a\u0000' })],
  [
    'waits beside a step',
    (ctx) => Promise.all([1, 2, 3].map((n) => ctx.waitForEvent(`a${n}`, { timeoutInMs: n, stepName: `a\u0000${n}` }))),
  ],
])('a run ends that wrote several things that PostgreSQL cannot store: %s', async (_, run) => {
  const type = await serve({ run });
  expect(await fixture.run({ type })).toMatchObject({
    ...{ status: 'failed', attempt: 1 },
    error: { message: expect.stringContaining('the database refused what the run wrote') },
  });
});

test('a step that takes too long is aborted and fails with its name', async () => {
  const aborted = vi.fn();
  const type = await serve({
    run: (ctx) =>
      ctx.step(
        'slow',
        ({ signal }) => {
          signal.addEventListener('abort', aborted);
          return new Promise(() => {});
        },
        { timeoutInMs: 50 },
      ),
  });
  expect(await fixture.run({ type })).toMatchObject({
    status: 'failed',
    error: { name: 'StepTimeoutError', step: 'slow' },
  });
  expect(aborted).toHaveBeenCalledOnce();
});

test('a long step shows while it runs', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const type = await serve({ run: (ctx) => ctx.step('long', () => promise) });
  const { id } = await fixture.create({ type });
  await expect.poll(async () => (await fixture.stepsOf(id))[0]?.status, { timeout: 5_000 }).toBe('running');
  resolve();
  await fixture.ended(id);
  expect((await fixture.stepsOf(id))[0]?.status).toBe('succeeded');
});

test('logs carry level, fields and the step they were written in', async () => {
  const type = await serve({
    async run(ctx) {
      ctx.log.info('begins', { big: 9_007_199_254_740_993n });
      await Promise.all([
        ctx.step('a', async () => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          ctx.log.warn('in a');
        }),
        ctx.step('b', () => ctx.log.error('in b\u0000')),
      ]);
    },
  });
  const { id } = await fixture.run({ type });
  const logs = await fixture.engine.listLogs(id, 1n, { maxPageSize: 10, orderBy: 'loggedOn asc' });
  expect(logs.value.map(({ level, message, sequence, fields }) => [level, message, sequence, fields])).toEqual([
    ['info', 'begins', undefined, { big: 9_007_199_254_740_993n }],
    ['error', 'in b\ufffd', 1, undefined],
    ['warn', 'in a', 0, undefined],
  ]);
});

test('an error that is logged tells its message, its causes and its stack', async () => {
  const error = new Error('fetch failed', { cause: new Error('no route') });
  const type = await serve({
    run(ctx) {
      ctx.log.warn('not sent', { to: 'ann', error });
      ctx.log.warn('not sent', Object(error));
      ctx.log.warn(Object(error));
      ctx.log.warn(Object({ to: 'ann' }));
    },
  });
  const { id } = await fixture.run({ type });
  const logs = await fixture.engine.listLogs(id, 1n, { maxPageSize: 10, orderBy: 'loggedOn asc' });
  const stack = expect.stringMatching(/^Error: fetch failed\n {4}at [\s\S]*\nCaused by: Error: no route\n {4}at /);
  const told = { name: 'Error', message: 'fetch failed: no route', stack };
  expect(logs.value.map(({ message, fields }) => [message, fields])).toEqual([
    ['not sent', { to: 'ann', error: told }],
    ['not sent', told],
    ['Error: fetch failed: no route', undefined],
    ['{"to":"ann"}', undefined],
  ]);
});

const wrongRetry = { maximumAttempts: Number.NaN };
const untyped = (json: string) => JSON.parse(json);
test.each<[string, Parameters<RunFixture['serve']>[0]['run'], string]>([
  ['attempts', (ctx) => ctx.step('a', () => 1, { retry: wrongRetry }), 'step "a": /retry/maximumAttempts: '],
  ['a time limit', (ctx) => ctx.step('a', () => 1, { timeoutInMs: 0 }), 'step "a": /timeoutInMs: '],
  [
    'a retry',
    (ctx) => ctx.step('a', () => 1, untyped('{"retry":{"maximumAttempts":0}}')),
    '/retry/maximumAttempts: is 0, the minimum is 1',
  ],
  ['no name', (ctx) => ctx.step(untyped('5'), () => 1), 'a step name is a text of 1 to 256 characters; 5 is none'],
  ['a sleep', (ctx) => ctx.sleep('a', 1e18), 'sleep "a": 1000000000000000000 is not a duration in milliseconds'],
  [
    'a wait',
    (ctx) => ctx.waitForEvent('a', { timeoutInMs: Number.NaN }),
    'waitForEvent "a": timeoutInMs: NaN is not a',
  ],
  ['a text as a sleep', (ctx) => ctx.sleep('a', untyped('"5"')), `sleep "a": '5' is not a duration in milliseconds`],
  [
    'a wait with an unknown option',
    (ctx) => ctx.waitForEvent('a', untyped('{"timeout":5}')),
    'waitForEvent "a": Unrecognized key: "timeout"; allowed: timeoutInMs, stepName',
  ],
  [
    'a text as the time of a wait',
    (ctx) => ctx.waitForEvent('a', { timeoutInMs: untyped('"-5"') }),
    `waitForEvent "a": timeoutInMs: '-5' is not a duration`,
  ],
  [
    'an event that nobody can raise',
    (ctx) => ctx.waitForEvent('a\n'),
    'waitForEvent: a name has no control characters',
  ],
  ['no task', (ctx) => ctx.waitForTask(untyped('null')), 'waitForTask: give the id of a task; null is none'],
  ['a step without work', (ctx) => ctx.step('a', untyped('5')), 'step "a": give the function that does the work; 5 is'],
  [
    'a lock without work',
    (ctx) => ctx.lock('a', untyped('{}')),
    'lock "a": give the function that does the work; {} is',
  ],
  [
    'a lock without a name',
    (ctx) => ctx.lock(untyped('null'), () => 1),
    'a lock name is a text of 1 to 251 characters',
  ],
  ['its own end', (ctx) => ctx.waitForTask(ctx.taskId), 'waitForTask: a run that waits for its own task'],
])('what means nothing is refused at the call: %s', async (_, run, message) => {
  const type = await serve({ retry: { maximumAttempts: 3, initialIntervalInMs: 1 }, run });
  const task = await fixture.run({ type });
  expect(task).toMatchObject({ status: 'failed', attempt: 1, error: { message: expect.stringContaining(message) } });
});

test('a wait whose time is over already ends at once', async () => {
  const type = await serve({ run: (ctx) => ctx.waitForEvent('a', { timeoutInMs: -5 }) });
  expect(await fixture.run({ type })).toMatchObject({ status: 'succeeded' });
});

test('what a handler returns is awaited, also where it is no promise of the language', async () => {
  const queryOf = (then: keyof Promise<unknown>) => ({ [then]: (resolve: (rows: number) => void) => resolve(7) });
  const type = await serve({ run: () => queryOf('then') });
  expect(await fixture.run({ type })).toMatchObject({ status: 'succeeded', output: 7 });
});

test('a handler that uses the context of another one, which has ended, fails and says so', async () => {
  const kept: TaskContext[] = [];
  const first = await serve({ run: (ctx) => kept.push(ctx) });
  const { id } = await fixture.run({ type: first });
  const second = await serve({ run: () => kept[0]?.step('late', () => 1) });
  const task = await fixture.run({ type: second });
  const message = `"late" is called by run 1 of task ${id}, whose handler has ended`;
  expect(task).toMatchObject({ status: 'failed', error: { message: expect.stringContaining(message) } });
  expect(await fixture.stepsOf(id)).toEqual([]);
});
