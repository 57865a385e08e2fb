import { describe, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import type { AnyTaskDefinition } from '../definition/definition.ts';
import { NonRetryableError } from '../definition/failures.ts';
import { delayBeforeNext } from './retry.ts';
import { startRuns } from './testing.ts';

const fixture = started(startRuns, 'end');

describe('the delay before the next attempt', () => {
  const delays = (retry: Parameters<typeof delayBeforeNext>[0], upTo: number) =>
    Array.from({ length: upTo }, (_, index) => delayBeforeNext(retry, index + 1, new Error('x')));

  test('is a second, doubled each time, a minute at most, where nothing else is said', () => {
    expect(delays({ maximumAttempts: 9 }, 9)).toEqual([
      1_000,
      2_000,
      4_000,
      8_000,
      16_000,
      32_000,
      60_000,
      60_000,
      undefined,
    ]);
  });

  test.each([
    [{ initialIntervalInMs: 100 }, [100, 200, 400]],
    [{ backoffCoefficient: 1 }, [1_000, 1_000, 1_000]],
    [{ backoffCoefficient: 10, maximumIntervalInMs: 20_000 }, [1_000, 10_000, 20_000]],
    [{ initialIntervalInMs: 100, maximumIntervalInMs: 50 }, [50, 50, 50]],
  ])('of %j', (given, expected) => {
    expect(delays({ maximumAttempts: 4, ...given }, 4)).toEqual([...expected, undefined]);
  });

  test('is none for a single attempt', () => {
    expect(delays({ maximumAttempts: 1 }, 1)).toEqual([undefined]);
  });

  test('is none after a NonRetryableError of another copy of the module, which is known by its name', () => {
    const foreign = Object.assign(new Error('final'), { name: 'NonRetryableError' });
    expect(delayBeforeNext({ maximumAttempts: 3 }, 1, foreign)).toBeUndefined();
    expect(delayBeforeNext({ maximumAttempts: 3 }, 1, new Error('outer', { cause: foreign }))).toBeUndefined();
    expect(delayBeforeNext({ maximumAttempts: 3 }, 1, new NonRetryableError('final'))).toBeUndefined();
    class Refused extends NonRetryableError {
      override name = 'Refused';
    }
    expect(delayBeforeNext({ maximumAttempts: 3 }, 1, new Refused('final'))).toBeUndefined();
  });
});

describe('a run that fails', () => {
  const failing = (attempts: number[]): Pick<AnyTaskDefinition, 'run'> => ({
    run(ctx) {
      attempts.push(ctx.attempt);
      throw new Error(`attempt ${ctx.attempt}`);
    },
  });

  test('is tried as often as the task says, which comes before what its type says', async () => {
    const attempts: number[] = [];
    const type = await fixture.serve({ retry: { maximumAttempts: 2, initialIntervalInMs: 1 }, ...failing(attempts) });
    const own = { retry: { maximumAttempts: 4, initialIntervalInMs: 1, backoffCoefficient: 1 } };
    expect(await fixture.run({ type, ...own })).toMatchObject({ status: 'failed', attempt: 4 });
    expect(attempts.splice(0)).toEqual([1, 2, 3, 4]);
    const task = await fixture.run({ type });
    expect(task).toMatchObject({ status: 'failed', attempt: 2, error: { message: 'attempt 2' } });
    expect(attempts.splice(0)).toEqual([1, 2]);
    expect(await fixture.run({ type, retry: { maximumAttempts: 1 } })).toMatchObject({ attempt: 1 });
    expect(attempts).toEqual([1]);
  });

  test('ends, in a step too, whatever it throws', async () => {
    const trap = () => {
      throw new Error('read');
    };
    const circular = new Error('around');
    circular.cause = new Error('and around', { cause: circular });
    const thrown = [new Proxy({}, { get: trap, getPrototypeOf: trap }), circular];
    const throwing = (index: number) => {
      throw thrown[index];
    };
    const retry = { maximumAttempts: 2, initialIntervalInMs: 1 };
    for (const [index, message] of [
      'a value that cannot be read was thrown, which is no error',
      'around: and around',
    ].entries()) {
      const type = await fixture.serve({ retry, run: () => throwing(index) });
      expect(await fixture.run({ type })).toMatchObject({ status: 'failed', attempt: 2, error: { message } });
      const inStep = await fixture.serve({ run: (ctx) => ctx.step('throw', () => throwing(index), { retry }) });
      expect(await fixture.run({ type: inStep })).toMatchObject({
        status: 'failed',
        error: { message, step: 'throw' },
      });
    }
  });

  test('is tried again at once where an operator asks, with its attempts counted as before', async () => {
    const attempts: number[] = [];
    const hour = 3_600_000;
    const retry = { maximumAttempts: 2, initialIntervalInMs: hour, maximumIntervalInMs: hour };
    const type = await fixture.serve({ ...failing(attempts) });
    const { id } = await fixture.create({ type, retry });
    const { waitingFor } = await fixture.until(id, ({ status }) => status === 'retrying');
    await fixture.engine.wakeTask(id, waitingFor?.until);
    expect(await fixture.ended(id)).toMatchObject({ status: 'failed', attempt: 2 });
    expect(attempts).toEqual([1, 2]);
  });

  test('in one step is tried again at once where an operator asks', async () => {
    const hour = 3_600_000;
    let calls = 0;
    const type = await fixture.serve({
      run: (ctx) =>
        ctx.step('charge', () => (++calls < 2 ? Promise.reject(new Error('busy')) : calls), {
          retry: { maximumAttempts: 3, initialIntervalInMs: hour, maximumIntervalInMs: hour },
        }),
    });
    const { id } = await fixture.create({ type });
    const { waitingFor } = await fixture.until(id, ({ status }) => status === 'waiting');
    expect(waitingFor).toMatchObject({
      kind: 'backoff',
      step: 'charge',
      attempt: 2,
      failure: { name: 'Error', message: 'busy' },
    });
    await fixture.engine.wakeTask(id, waitingFor?.until);
    expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: 2 });
  });

  test('shows while it backs off what failed, which attempt is next and when', async () => {
    const type = await fixture.serve({ ...failing([]) });
    const { id } = await fixture.create({
      type,
      retry: { maximumAttempts: 3, initialIntervalInMs: 3_600_000, maximumIntervalInMs: 3_600_000 },
    });
    const task = await fixture.until(id, ({ status }) => status === 'retrying');
    expect(task).toMatchObject({
      attempt: 2,
      error: { message: 'attempt 1' },
      waitingFor: { kind: 'backoff', attempt: 2, maximumAttempts: 3 },
    });
    const waitInMs = Date.parse(task.waitingFor?.until ?? '') - Date.now();
    expect(waitInMs).toBeGreaterThan(3_500_000);
    expect(waitInMs).toBeLessThanOrEqual(3_600_000);
  });

  test('runs again the steps behind its failure, through causes and aggregates, and no others', async () => {
    const calls: string[] = [];
    const type = await fixture.serve({
      retry: { maximumAttempts: 2, initialIntervalInMs: 1 },
      async run(ctx) {
        const step = (name: string) =>
          ctx.step(name, () => {
            calls.push(name);
            if (ctx.attempt === 1) throw new Error(name);
            return name;
          });
        await step('handled').catch(() => {});
        const [inCause, inAggregate] = await Promise.allSettled([step('in cause'), step('in aggregate')]);
        await ctx.step('between', () => void calls.push('between'));
        if (inCause.status === 'rejected' && inAggregate.status === 'rejected')
          throw new AggregateError([inAggregate.reason], 'both', {
            cause: new Error('wrapped', { cause: inCause.reason }),
          });
        return 'done';
      },
    });
    expect(await fixture.run({ type })).toMatchObject({ status: 'succeeded', attempt: 2, output: 'done' });
    expect(calls).toEqual(['handled', 'in cause', 'in aggregate', 'between', 'in cause', 'in aggregate']);
  });

  test('runs again the step after whose failure it called nothing more, though it threw something else', async () => {
    const calls: string[] = [];
    const type = await fixture.serve({
      retry: { maximumAttempts: 2, initialIntervalInMs: 1 },
      async run(ctx) {
        try {
          await ctx.step('only', () => {
            calls.push(`attempt ${ctx.attempt}`);
            if (ctx.attempt === 1) throw new Error('declined');
          });
        } catch {
          throw new Error('something else');
        }
      },
    });
    expect(await fixture.run({ type })).toMatchObject({ status: 'succeeded', attempt: 2 });
    expect(calls).toEqual(['attempt 1', 'attempt 2']);
  });
});

describe('a step that is retried', () => {
  test('counts its attempts over the worker that stopped, and waits for the rest of its delay', async () => {
    const calls: number[] = [];
    const definition: AnyTaskDefinition = {
      type: 'moved-in-backoff',
      run: (ctx) =>
        ctx.step(
          'flaky',
          ({ attempt }) => {
            calls.push(attempt);
            if (attempt < 3) throw new Error(`attempt ${attempt}`);
            return attempt;
          },
          { retry: { maximumAttempts: 3, initialIntervalInMs: 1_500, backoffCoefficient: 1 } },
        ),
    };
    const first = await fixture.work([definition]);
    const { id } = await fixture.create({ type: definition.type });
    await fixture.until(id, ({ status }) => status === 'waiting');
    await first.stop();
    const [asleep] = await fixture.stepsOf(id);
    expect(asleep).toMatchObject({ status: 'retrying', attempts: [{ attempt: 1, error: { message: 'attempt 1' } }] });
    // The worker that takes the run now must wait until the set time: the run is delayed once more.
    await fixture.database`
      with run as (update active_run set status = 'queued', due_on = null
        where task_key = (select key from task where id = ${id}) returning task_key)
      update step set wake_on = now() + interval '1 hour' from run where step.task_key = run.task_key`;
    await fixture.work([definition]);
    const again = await fixture.until(id, ({ status, waitingFor }) => status === 'waiting' && waitingFor !== undefined);
    expect(Date.parse(again.waitingFor?.until ?? '') - Date.now()).toBeGreaterThan(3_500_000);
    expect(calls).toEqual([1]);
    await fixture.database`
      with run as (update active_run set due_on = now()
        where task_key = (select key from task where id = ${id}) returning task_key)
      update step set wake_on = now() from run where step.task_key = run.task_key`;
    expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: 3, attempt: 1 });
    expect(calls).toEqual([1, 2, 3]);
    const [step] = await fixture.stepsOf(id);
    expect(step?.attempts.map(({ attempt, error }) => [attempt, error?.message])).toEqual([
      [1, 'attempt 1'],
      [2, 'attempt 2'],
      [3, undefined],
    ]);
    expect(step?.startedOn).toBe(asleep?.startedOn);
  });

  test('has the same idempotency key at every attempt, and another in the next run', async () => {
    const keys: string[] = [];
    const type = await fixture.serve({
      run: (ctx) =>
        ctx.step(
          'charge',
          ({ attempt, idempotencyKey }) => {
            keys.push(idempotencyKey);
            if (attempt === 1) throw new Error('x');
          },
          { retry: { maximumAttempts: 2, initialIntervalInMs: 1 } },
        ),
    });
    const { id } = await fixture.run({ type });
    await fixture.engine.rerunTask(id, {}, { name: 'ada' });
    await fixture.ended(id);
    expect(keys).toEqual([`${id}/1/0`, `${id}/1/0`, `${id}/2/0`, `${id}/2/0`]);
  });
});
