import { beforeAll, expect, test } from 'vitest';
import type { Step } from '#contract';
import { isAwaited } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import type { TaskContext } from '../definition/definition.ts';
import { NonRetryableError, StateRefusedError } from '../definition/failures.ts';
import { startRuns } from '../run/testing.ts';

const fixture = started(startRuns, 'end');
type Handler = (ctx: TaskContext, input: { store: string }) => unknown;
const handlers = new Map<string, Handler>();
beforeAll(async () => {
  await fixture.work([
    {
      type: 'test',
      retry: { maximumAttempts: 2, initialIntervalInMs: 1 },
      run: (ctx, input) => handlers.get(String((input as { store: string }).store))?.(ctx, input as { store: string }),
    },
  ]);
});

let count = 0;
/** Runs a handler as a task with its own store. */
async function run(
  handler: Handler,
  config: { retry?: { maximumAttempts: number; initialIntervalInMs: number } } = {},
) {
  const store = `store-${++count}`;
  handlers.set(store, handler);
  const task = await fixture.run({ type: 'test', input: { store }, ...config });
  const steps = (await fixture.engine.listSteps(task.id, BigInt(task.runCount), { maxPageSize: 100 })).value;
  return { store, task, steps };
}

const versions = async (store: string) =>
  Object.fromEntries(
    (
      await fixture.database<{ id: string; version: number }[]>`
        select e.id, e.version from state_entry e join state_store s on s.key = e.store_key where s.name = ${store}`
    ).map(({ id, version }) => [id, version]),
  );
const stepTold = ({ name, kind, status, state }: Step) => ({ name, kind, status, state });

test('a run saves, reads, lists, deletes; its steps tell of it, and the entry of the run', async () => {
  const { store, task, steps } = await run(async ({ state }, { store }) => {
    await state.save(store, { id: 'eu/1', value: { amount: 3, card: undefined } });
    await state.save(store, { id: 'eu/2', value: [12345678901234567890n] });
    const one = await state.get<{ amount: number }>(store, 'eu/1');
    const page = await state.list(store, { prefix: 'eu/' });
    const isDeleted = [await state.delete(store, 'eu/2'), await state.delete(store, 'eu/2')];
    return { amount: one?.value.amount, by: one?.lastModifiedBy, ids: page.value.map(({ id }) => id), isDeleted };
  });
  expect(task.error).toBeUndefined();
  expect(task.output).toMatchObject({ amount: 3, ids: ['eu/1', 'eu/2'], isDeleted: [true, false] });
  expect(task.output).toHaveProperty('by', {
    kind: 'task',
    id: task.id,
    name: 'test',
    taskId: task.id,
    runCount: 1,
    sequence: 0,
    stepName: `save ${store}/eu/1`,
  });
  expect(steps.map(stepTold)).toEqual(
    [
      { name: `save ${store}/eu/1`, state: [{ storeName: store, id: 'eu/1', access: 'write', version: 1 }] },
      { name: `save ${store}/eu/2`, state: [{ storeName: store, id: 'eu/2', access: 'write', version: 1 }] },
      { name: `get ${store}/eu/1`, state: [{ storeName: store, id: 'eu/1', access: 'read', version: 1 }] },
      {
        name: `list ${store}/eu/`,
        state: [
          { storeName: store, id: 'eu/1', access: 'read', version: 1 },
          { storeName: store, id: 'eu/2', access: 'read', version: 1 },
        ],
      },
      { name: `delete ${store}/eu/2`, state: [{ storeName: store, id: 'eu/2', access: 'delete', version: 2 }] },
      { name: `delete ${store}/eu/2`, state: undefined },
    ].map((told) => ({ kind: 'state', status: 'succeeded', ...told })),
  );
});

test('what is missing is undefined, a store that is not there is empty', async () => {
  const { task } = await run(async ({ state }, { store }) => [
    (await state.get(store, 'nothing')) === undefined,
    (await state.list(store)).value,
    await state.delete(store, 'nothing'),
  ]);
  expect(task.output).toEqual([true, [], false]);
});

test('on a replay what was read is read again as it was, and what was written is not written twice', async () => {
  const { store, task } = await run(async (ctx, { store }) => {
    await ctx.state.save(store, { id: 'a', value: 'before' });
    const read = await ctx.state.get(store, 'a');
    await ctx.step('elsewhere', async () => {
      await fixture.database`update state_entry set value = '"meanwhile"', version = 7 where id = 'a'
        and store_key = (select key from state_store where name = ${store})`;
    });
    if (ctx.attempt === 1) throw new Error('once more');
    return [read?.value, read?.version, (await ctx.state.get(store, 'a'))?.value];
  });
  expect(task).toMatchObject({ attempt: 2, output: ['before', 1, 'meanwhile'] });
  expect(await versions(store)).toEqual({ a: 7 });
});

test('a refusal can be caught, says which operation and the etag there is, and is the same on a replay', async () => {
  const seen: unknown[] = [];
  const { store, task, steps } = await run(async (ctx, { store }) => {
    const first = await ctx.state.save(store, { id: 'a', value: 1 });
    await ctx.state.save(store, { id: 'a', value: 2, ifMatch: first.etag });
    const refused: unknown = await ctx.state
      .transaction(store, {
        upserts: [
          { id: 'b', value: 1 },
          { id: 'a', value: 3, ifMatch: first.etag },
        ],
        deletes: [{ id: 'c', ifMatch: first.etag }],
      })
      .catch((error) => error);
    seen.push(refused);
    if (ctx.attempt === 1) throw new Error('once more');
    return (await ctx.state.get(store, 'a'))?.value;
  });
  expect(task).toMatchObject({ attempt: 2, output: 2 });
  expect(await versions(store)).toEqual({ a: 2 });
  const [first, second] = seen;
  expect(first).toBeInstanceOf(StateRefusedError);
  expect(first).toMatchObject({
    code: 'PreconditionFailed',
    failures: [
      { operation: 'upsert', index: 1, id: 'a', code: 'PreconditionFailed' },
      { operation: 'delete', index: 0, id: 'c', code: 'PreconditionFailed' },
    ],
  });
  expect(second).toEqual(first);
  expect(steps.filter(({ status }) => status === 'failed').map(({ name }) => name)).toEqual([`transaction ${store}`]);
});

test('a refusal that nobody catches fails the attempt, and the next one asks again', async () => {
  const { task, store } = await run(async (ctx, { store }) => {
    if (ctx.attempt === 1) await ctx.state.save(store, { id: 'a', value: 1 });
    else await ctx.state.save(store, { id: 'a', value: 1 });
    if (ctx.attempt === 2)
      await fixture.database`delete from state_entry where id = 'a'
      and store_key = (select key from state_store where name = ${store})`;
    return (await ctx.state.save(store, { id: 'a', value: 2, ifNoneMatch: '*' })).version;
  });
  expect(task.error).toBeUndefined();
  expect(task).toMatchObject({ attempt: 2, status: 'succeeded' });
  expect(Object.keys(await versions(store))).toEqual(['a']);
});

test('a refused call tells of each attempt of its run, as any step does', async () => {
  const retry = { maximumAttempts: 3, initialIntervalInMs: 1 };
  const refusedUntil = (last: number) =>
    run(
      async (ctx, { store }) => {
        const met = { id: 'e', value: 1, ifMatch: '"1"' };
        await ctx.state.save(store, ctx.attempt < last ? met : { id: 'e', value: 1 });
      },
      { retry },
    );
  const told = async (last: number) => {
    const { task, steps } = await refusedUntil(last);
    const attempts = steps[0]?.attempts.map(({ attempt, error }) => [attempt, error?.code]);
    return [task.status, task.attempt, steps[0]?.status, attempts];
  };
  const refused = (attempt: number) => [attempt, 'PreconditionFailed'];
  expect(await told(4)).toEqual(['failed', 3, 'failed', [1, 2, 3].map(refused)]);
  expect(await told(3)).toEqual(['succeeded', 3, 'succeeded', [refused(1), refused(2), [3, undefined]]]);
  expect(await told(1)).toEqual(['succeeded', 1, 'succeeded', [[1, undefined]]]);
});

test('what is no state input fails the run at once and says where', async () => {
  const { task } = await run(({ state }, { store }) => state.save(store, { id: 'line\nbreak', value: 1 }));
  expect(task).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('ctx.state.save: /id') } });
});

test('a run, too, cannot give an entry or a task a tag that no filter could find', async () => {
  const tags = { 'a=b': 'c' };
  const saving = await run(({ state }, { store }) => state.save(store, { id: 'a', value: 1, tags }));
  expect(saving.task.error?.message).toMatch(/^ctx\.state\.save: \/tags\/a=b: the key of a tag has no "="/);
  const creating = await run((ctx, input) => ctx.createTask({ type: 'test', input, tags }));
  expect(creating.task.error?.message).toMatch(/^createTask: \/tags\/a=b: the key of a tag has no "="/);
});

test('runs that count on one entry under conditions lose nothing', async () => {
  const store = `store-${++count}`;
  handlers.set(store, async ({ state }) => {
    for (let tries = 1; tries <= 200; tries++) {
      const entry = await state.get<number>(store, 'count');
      try {
        const condition = entry === undefined ? { ifNoneMatch: '*' as const } : { ifMatch: entry.etag };
        await state.save(store, { id: 'count', value: (entry?.value ?? 0) + 1, ...condition });
        return tries;
      } catch (error) {
        if (!(error instanceof StateRefusedError)) throw error;
      }
    }
    throw new NonRetryableError('never had its turn');
  });
  const created = await Promise.all(
    Array.from({ length: 20 }, () => fixture.create({ type: 'test', input: { store } })),
  );
  for (const { id } of created) expect((await fixture.ended(id)).status).toBe('succeeded');
  expect(await versions(store)).toEqual({ count: 20 });
});

test('calls at the same time are each done once', async () => {
  const { task, store } = await run(async ({ state }, { store }) => {
    await Promise.all(Array.from({ length: 60 }, (_, index) => state.save(store, { id: `n/${index}`, value: index })));
    return (await state.list(store, { prefix: 'n/', delimiter: '/' })).value.length;
  });
  expect(task.output).toBe(60);
  expect(Object.values(await versions(store))).toEqual(Array.from({ length: 60 }, () => 1));
});

test('many large values at once are all saved, though not in one transaction', async () => {
  const { task, store } = await run(async ({ state }, { store }) => {
    const value = 'x'.repeat(3 * 1024 * 1024);
    await Promise.all([1, 2, 3, 4, 5].map((index) => state.save(store, { id: `large/${index}`, value })));
    const page = await state.list<string>(store, { prefix: 'large/' });
    return [page.value.map(({ value = '' }) => value.length), page.continuationToken !== undefined];
  });
  expect(task.output).toEqual([[3 * 1024 * 1024], true]); // a page that fits into the journal
  expect(Object.keys(await versions(store))).toHaveLength(5);
});

test('a save that is slow to check holds up no save of another run', async () => {
  const slowStore = `slow-${++count}`;
  await fixture.database`insert into state_store (namespace, name, policy)
    values ('', ${slowStore}, '{"schema":{"properties":{"a":{"pattern":"^(a+)+$"}}}}')`;
  const begun = Promise.withResolvers<void>();
  let isOver = false;
  const slow = run(({ state }) => {
    begun.resolve();
    return state.save(slowStore, { id: 'x', value: { a: `${'a'.repeat(60)}!` } });
  }).then((ended) => {
    isOver = true;
    return ended;
  });
  await begun.promise;
  const { task } = await run(({ state }, { store }) => state.save(store, { id: 'y', value: 1 }));
  expect([task.status, isOver]).toEqual(['succeeded', false]);
  expect((await slow).task.error).toMatchObject({ code: 'StateSchemaViolation' });
});

test('a call begins after what its run did before has ended', async () => {
  const { task, steps } = await run(async (ctx, { store }) => {
    for (let turn = 0; turn < 100; turn += 1) {
      await ctx.step('between', () => null);
      if (turn % 2 === 0) await ctx.state.save(store, { id: 'a', value: turn });
      else await ctx.state.get(store, 'a');
    }
  });
  expect(task.error).toBeUndefined();
  const early = steps.filter(({ startedOn }, at) => startedOn < (steps[at - 1]?.endedOn ?? ''));
  expect(early.map(({ sequence, name }) => `${sequence} ${name}`)).toEqual([]);
});

test('a save that waits for another writer begins after the step before it', async () => {
  const { task, steps } = await run(async (ctx, { store }) => {
    await ctx.state.save(store, { id: 'contended', value: 1 });
    const held = Promise.withResolvers<void>();
    const released = fixture.database.begin(async (transaction) => {
      await transaction`
        select from state_entry e join state_store s on s.key = e.store_key where s.name = ${store} for update of e`;
      held.resolve();
      while (!(await isAwaited(transaction))) await transaction`select pg_sleep(0.01)`;
      await transaction`select pg_sleep(0.3)`;
    });
    await held.promise;
    await ctx.step('before', () => null);
    await ctx.state.save(store, { id: 'contended', value: 2 });
    await released;
  });
  expect(task.error).toBeUndefined();
  const [before, save] = steps.slice(1).map(({ startedOn, endedOn = '' }) => [startedOn, endedOn].map(Date.parse));
  expect(save?.[0]).toBeGreaterThanOrEqual(before?.[1] ?? Number.NaN);
  expect(save?.[1]).toBeGreaterThanOrEqual((save?.[0] ?? Number.NaN) + 300);
});
