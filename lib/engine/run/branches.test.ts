import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import type { AnyTaskDefinition, TaskContext } from '../definition/definition.ts';
import { type RunFixture, startRuns } from './testing.ts';

const fixture = started(startRuns, 'end');

const serve = (definition: Parameters<RunFixture['serve']>[0]) => fixture.serve(definition, { keepForInMs: 0 });
/** Lets a run of the type wait for `go`, out of memory, and has it replayed. Resolves when it has ended. */
async function replayed(type: string) {
  const { id } = await fixture.create({ type });
  await fixture.until(id, (task) => task.status === 'waiting' && task.waitingFor?.eventName === 'go');
  await fixture.raise(id, 'go');
  return fixture.ended(id);
}

describe('branches of a handler, of which the second comes first to its second call, keep their results', () => {
  const items = ['first', 'second'] as const;
  type Item = (typeof items)[number];

  test.each(['one name', 'names of their own'])('when their steps have %s', async (how) => {
    const secondIsDone = Promise.withResolvers<void>();
    const done: string[] = [];
    const type = await serve({
      async run(ctx) {
        const branch = async (item: Item) => {
          const nameOf = (step: string) => (how === 'one name' ? step : `${step} ${item}`);
          const price = await ctx.step(nameOf('price'), async () => {
            if (item === 'first') await secondIsDone.promise;
            return `price of ${item}`;
          });
          return ctx.step(nameOf('charge'), () => {
            done.push(item);
            if (item === 'second') secondIsDone.resolve();
            return `${item}: ${price}`;
          });
        };
        const results = await Promise.all(items.map(branch));
        await ctx.waitForEvent('go');
        return results;
      },
    });
    expect(await replayed(type)).toMatchObject({
      status: 'succeeded',
      output: ['first: price of first', 'second: price of second'],
    });
    expect(done).toEqual(['second', 'first']);
  });

  const firstCalls: Record<string, (ctx: TaskContext, item: Item, secondIsDone: Promise<void>) => Promise<unknown>> = {
    sleep: (ctx, item) => ctx.sleep('pause', item === 'first' ? 2_000 : 1),
    'a wait for an event': (ctx, item) =>
      ctx.waitForEvent(item, { timeoutInMs: item === 'first' ? 2_000 : 1, stepName: 'w' }),
    'a step that fails': (ctx, item, secondIsDone) =>
      ctx
        .step('fails', async () => {
          if (item === 'first') await secondIsDone;
          throw new Error(item);
        })
        .catch(() => {}),
    'a lock': (ctx, item, secondIsDone) =>
      ctx.lock(item, () => ctx.step('under it', () => (item === 'first' ? secondIsDone : undefined))),
    state: async (ctx, item, secondIsDone) => {
      if (item === 'first') await ctx.step('slow', () => secondIsDone);
      await ctx.state.save('branches', { id: `${ctx.taskId}-${item}`, value: item });
    },
    'a child': async (ctx, item) => {
      const child = await ctx.createTask({ type: 'branches.child', input: item });
      return ctx.waitForTask(child);
    },
  };

  const ways = Object.entries(firstCalls).flatMap(([name, begin]) => [
    { name, begin, where: 'in memory', isKept: true },
    { name, begin, where: 'and may leave memory', isKept: false },
  ]);

  test.each(ways)('when they begin with $name $where', async ({ begin, isKept }) => {
    await fixture.serve({
      type: 'branches.child',
      run: (ctx, item) => ctx.sleep('pause', item === 'first' ? 2_000 : 1),
    });
    const secondIsDone = Promise.withResolvers<void>();
    const done: string[] = [];
    const type = await serve({
      async run(ctx) {
        const branch = async (item: Item) => {
          await begin(ctx, item, secondIsDone.promise);
          return ctx.step('then', () => {
            done.push(item);
            if (item === 'second') secondIsDone.resolve();
            return item;
          });
        };
        const beside = isKept ? ctx.step('beside them', () => secondIsDone.promise) : undefined;
        const results = await Promise.all(items.map(branch));
        await beside;
        await ctx.waitForEvent('go');
        return results;
      },
    });
    expect(await replayed(type)).toMatchObject({ status: 'succeeded', output: items });
    expect(done).toEqual(['second', 'first']);
  });
});

const callOf = fc.record({
  kind: fc.constantFrom('step', 'step', 'sleep', 'state', 'lock'),
  takesInMs: fc.integer({ min: 0, max: 12 }),
});
const programs = fc.array(fc.array(callOf, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 4 });

test(
  'branches of any calls get on a replay what they got before, and do nothing twice',
  () =>
    fc.assert(
      fc.asyncProperty(programs, async (branches) => {
        const done: string[] = [];
        const type = await serve({
          async run(ctx) {
            const perform = (place: string, takesInMs: number) =>
              ctx.step('work', async () => {
                done.push(place);
                await new Promise((resolve) => setTimeout(resolve, takesInMs));
                return place;
              });
            const branch = async (calls: (typeof branches)[number], at: number) => {
              const got: unknown[] = [];
              for (const [index, { kind, takesInMs }] of calls.entries()) {
                const place = `${at}/${index}`;
                if (kind === 'sleep') await ctx.sleep('pause', takesInMs);
                else if (kind === 'state')
                  await ctx.state.save('branches', { id: `${ctx.taskId}.${at}`, value: index });
                else if (kind === 'lock') got.push(await ctx.lock('branches', () => perform(place, takesInMs)));
                else got.push(await perform(place, takesInMs));
              }
              return got;
            };
            const results = await Promise.all(branches.map(branch));
            await ctx.waitForEvent('go');
            return results;
          },
        });
        const expected = branches.map((calls, at) =>
          calls.flatMap(({ kind }, index) => (kind === 'step' || kind === 'lock' ? [`${at}/${index}`] : [])),
        );
        expect(await replayed(type)).toMatchObject({ status: 'succeeded', output: expected });
        expect(done.toSorted()).toEqual(expected.flat().toSorted());
      }),
      { numRuns: 12 },
    ),
  120_000,
);

test('what was lost with its worker is done again by its own branch', async () => {
  const [firstIsUnderWay, secondIsDone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const calls: string[] = [];
  const definition: AnyTaskDefinition = {
    type: 'lost',
    run(ctx) {
      const branch = async (item: string) => {
        const price = await ctx.step('price', () =>
          item === 'second' ? firstIsUnderWay.promise.then(() => item) : item,
        );
        return ctx.step('charge', async () => {
          calls.push(item);
          if (item === 'first' && calls.length === 1) {
            firstIsUnderWay.resolve();
            await new Promise(() => {});
          }
          return `${item}: ${price}`;
        });
      };
      return Promise.all([branch('first'), branch('second').finally(secondIsDone.resolve)]);
    },
  };
  await fixture.work([definition], { name: 'lost', onTrouble: () => {} });
  const { id } = await fixture.create({ type: 'lost' });
  await secondIsDone.promise;
  await expect
    .poll(async () => (await fixture.stepsOf(id)).filter(({ status }) => status === 'succeeded').length)
    .toBe(3);
  await fixture.database`
    with lost as (update worker set is_expired = true where name = 'lost' returning key)
    update active_run set status = 'paused', paused_status = 'queued', worker_key = null from lost where worker_key = lost.key`;
  await fixture.work([definition]);
  await fixture.engine.resumeTask(id);
  expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: ['first: first', 'second: second'] });
  expect(calls).toEqual(['first', 'second', 'first']);
});

test('a branch that waits out of memory beside others goes on as it was', async () => {
  const done: string[] = [];
  const secondIsDone = Promise.withResolvers<void>();
  const type = await serve({
    async run(ctx) {
      const branch = async (item: string) => {
        await ctx.step('one', () => (item === 'a' ? secondIsDone.promise : undefined));
        const two = await ctx.step('two', () => {
          done.push(item);
          secondIsDone.resolve();
          return item;
        });
        await ctx.waitForEvent('go', { stepName: `go ${item}` });
        return [item, two, await ctx.step('three', () => item)];
      };
      return Promise.all(['a', 'b', 'c'].map(branch));
    },
  });
  const { id } = await fixture.create({ type });
  for (let count = 0; count < 3; count += 1) {
    await fixture.until(id, (task) => task.status === 'waiting');
    await fixture.raise(id, 'go');
  }
  const expected = ['a', 'b', 'c'].map((item) => [item, item, item]);
  expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: expected });
  expect(done.toSorted()).toEqual(['a', 'b', 'c']);
});
