import { beforeAll, expect, test } from 'vitest';
import type { Database, Transaction } from '#database';
import { started } from '../../contract/testing/started.ts';
import { startRuns } from './testing.ts';

const fixture = started(startRuns, 'end');
let effects = 0;
const packing = Promise.withResolvers<string>();
/** How many flushes were sent again and answered. */
let answered = 0;
/** What happens after a flush whose answer is lost, and before it is sent again. */
let beforeSentAgain = async (): Promise<void> => {};

/** A database connection that commits everything and loses each first answer, so that everything is sent twice. */
function losingAnswers(database: Database): Database {
  let isLost = false;
  let isBeginLost = false;
  let isClaimLost = false;
  return new Proxy(database, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (name !== 'begin') return typeof member === 'function' ? member.bind(target) : member;
      return async (work: (transaction: Transaction) => Promise<unknown>) => {
        const result = await target.begin(work);
        isBeginLost = !isBeginLost;
        if (isBeginLost) throw connectionLost();
        return result;
      };
    },
    apply(target, self, parts: unknown[]) {
      const query = Reflect.apply(target, self, parts);
      const [texts] = parts;
      if (!Array.isArray(texts)) return query;
      if (isClaim(texts)) {
        isClaimLost = !isClaimLost;
        if (isClaimLost) return Promise.resolve(query).then(loseAnswer);
      }
      if (!String(texts[0]).includes('flush_journal')) return query;
      isLost = !isLost;
      if (!isLost)
        return Promise.resolve(query).then((answer) => {
          answered++;
          return answer;
        });
      return Promise.resolve(query)
        .then(() => beforeSentAgain())
        .then(loseAnswer);
    },
  });
}

const isClaim = (texts: unknown[]) => texts.some((text) => String(text).includes("set\n      status = 'running'"));

function loseAnswer(): never {
  throw connectionLost();
}

function connectionLost(): Error {
  return Object.assign(new Error('the connection was lost after the commit'), { code: 'CONNECTION_CLOSED' });
}

beforeAll(async () => {
  await fixture.work(
    [
      {
        type: 'order',
        async run(ctx) {
          await ctx.step('charge', () => {
            effects++;
          });
          const first = await ctx.waitForEvent('approval', { timeoutInMs: 60_000 });
          const second = await ctx.waitForEvent('approval', { timeoutInMs: 60_000 });
          return [first, second];
        },
      },
      {
        type: 'stock',
        async run({ state }) {
          const created = await state.save('stock', { id: 'lamp', value: 1, ifNoneMatch: '*' });
          const changed = await state.save('stock', { id: 'lamp', value: 2, ifMatch: created.etag });
          const refused = await state
            .save('stock', { id: 'lamp', value: 3, ifMatch: created.etag })
            .catch(() => 'refused');
          const isDeleted = await state.delete('stock', 'lamp', { ifMatch: changed.etag });
          return [created.version, changed.version, refused, isDeleted];
        },
      },
      {
        type: 'beside',
        run: (ctx) =>
          Promise.all([ctx.waitForEvent('approval', { timeoutInMs: 60_000 }), ctx.step('pack', () => packing.promise)]),
      },
      { type: 'parcel', run: () => 'sent' },
      {
        type: 'shipment',
        async run(ctx) {
          const [one, other] = [
            await ctx.createTask({ type: 'parcel' }),
            await ctx.createTask({ type: 'parcel', id: 'parcel-2' }),
          ];
          return [await ctx.waitForTask(one), await ctx.waitForTask(other), one === other];
        },
      },
      {
        type: 'guarded',
        run: async (ctx) => [await ctx.lock('till', () => 'inside'), await ctx.lock('till', () => 'inside again')],
      },
    ],
    { database: losingAnswers(fixture.database) },
  );
});

test('a flush that is sent again because its answer was lost consumes no event twice and loses none', async () => {
  const { id } = await fixture.create({ type: 'order' });
  await fixture.raise(id, 'approval', 1); // before and after the run waits
  await fixture.until(id, (task) => task.status === 'waiting' || task.endedOn !== undefined);
  await fixture.raise(id, 'approval', 2);
  const task = await fixture.ended(id);
  expect(task.output).toEqual([1, 2]);
  expect(effects).toBe(1);
});

test('a wait that is sent again because its answer was lost stays due when it was first said to be', async () => {
  let answeredBefore: number | undefined;
  beforeSentAgain = async () => {
    const { count } = await fixture.database`
      update step set wake_on = '2040-01-01' where status = 'waiting' and kind = 'event'`;
    if (count > 0) answeredBefore = answered;
  };
  const { id } = await fixture.create({ type: 'beside' });
  await expect.poll(() => answeredBefore !== undefined && answered > answeredBefore).toBe(true);
  beforeSentAgain = async () => {};
  const steps = await fixture.database<{ wake: string }[]>`
    select s.wake_on::text as wake from step s join task t on t.key = s.task_key
    where t.id = ${id} and s.status = 'waiting'`;
  expect(steps.map(({ wake }) => wake.slice(0, 10))).toEqual(['2040-01-01']);
  packing.resolve('packed');
  await fixture.raise(id, 'approval', 1);
  expect((await fixture.ended(id)).output).toEqual([1, 'packed']);
});

test('a change of state that is sent again because its answer was lost is done once, and answered as it was', async () => {
  const task = await fixture.run({ type: 'stock' });
  expect(task.output).toEqual([1, 2, 'refused', true]);
});

test('a child whose creation is sent again because its answer was lost is created once', async () => {
  const task = await fixture.run({ type: 'shipment' });
  expect(task.error).toBeUndefined();
  expect(task.output).toEqual(['sent', 'sent', false]);
  const [row] = await fixture.database`
    select count(*)::int as count from task where parent_key = (select key from task where id = ${task.id})`;
  expect(row).toEqual({ count: 2 });
});

test('a lock whose acquisition or release is sent again because its answer was lost is held and freed', async () => {
  const task = await fixture.run({ type: 'guarded' });
  expect(task.error).toBeUndefined();
  expect(task.output).toEqual(['inside', 'inside again']);
  expect(await fixture.database`select from held_lock`).toHaveLength(0);
});

test('runs of a claim whose answer was lost are given back', async () => {
  const tasks = await Promise.all(Array.from({ length: 5 }, () => fixture.create({ type: 'parcel' })));
  for (const { id } of tasks) expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', attempt: 1 });
});
