import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type TaskListFilter, taskOrders } from '#contract';
import { inTransaction } from '#database';
import { isAwaited } from '#database/testing';
import { started } from '../../../contract/testing/started.ts';
import { buildValueIndexes } from '../../testing/build-value-indexes.ts';
import { ada, config, listing, registerType, startEngine } from '../../testing/engine-fixture.ts';
import { removeDeadEntries } from '../../value-indexes/build-value-indexes.ts';
import { driversOf } from './drivers.ts';
import { findInputIndexes } from './input-indexes.ts';

const fixture = started(startEngine, 'end');

const long = 'x'.repeat(200);
/** JSON texts, so that each number is written as it stands here. */
const values = [
  '5',
  '5.0',
  '50e-1',
  '-0',
  '"5"',
  'true',
  '"true"',
  'false',
  'null',
  '""',
  '"a"',
  `"${long}a"`,
  `"${long}b"`,
  '{"b":1}',
  '[1]',
  `1e${'0'.repeat(4)}5`,
  `${'1'.repeat(1_001)}`,
];

beforeAll(async () => {
  const { engine, database } = fixture;
  await registerType(database, 'other');
  await engine.createTask(config({ id: 'none' }), ada);
  for (const [n, value] of values.entries()) {
    await engine.createTask(config({ id: `t${n}`, input: {} }), ada);
    await database`update task set input = ${`{"a":{"b":${value}}}`}::text::json where id = ${`t${n}`}`;
  }
  await engine.createTask(config({ id: 'hidden', input: { a: { b: 5 } }, sensitive: ['/input/a'] }), ada);
  await engine.createTask(config({ id: 'hidden-elsewhere', input: { a: { b: 5 } }, sensitive: ['/input/c'] }), ada);
  await engine.createTask(config({ id: 'other', type: 'other', input: { a: { b: 5 } } }), ada);
  await engine.createTask(config({ id: 'changed', input: { a: { b: 5 } } }), ada);
  await engine.updateTask('changed', { input: { a: { b: 6 } } }, ada);
  await engine.createTask(config({ id: 'large', input: { a: { b: 'a' }, rest: 'y'.repeat(300_000) } }), ada);
});

const idsOf = async (given: Partial<Record<keyof TaskListFilter, unknown>>): Promise<string[]> => {
  const found: string[] = [];
  let continuationToken: string | undefined;
  do {
    const page = await fixture.engine.listTasks(listing({ ...given, maxPageSize: 3, continuationToken }));
    found.push(...page.value.map(({ id }) => id));
    continuationToken = page.continuationToken;
  } while (continuationToken !== undefined);
  return found;
};

const textOf = (json: string) => (json.startsWith('"') ? JSON.parse(json) : json);
const conditions = [...values.map((value) => `/a/b=${textOf(value)}`), '/a/b=6', '/a/b=none', '/a/b=a=b'];

test('an index finds the same tasks as a look into each, in every order', async () => {
  const lists = [
    ...conditions.map((condition) => ({ input: [condition] })),
    { input: ['/a/b=5', '/a/b=a'] },
    { input: ['/a/b=5', '/c=1'] },
    { input: ['/a/b=5'], type: ['order'] },
    { input: ['/a/b=5'], type: ['other'] },
    { input: ['/a/b=5'], type: ['o*'] },
    { input: ['/a/b=5'], search: 'hid' },
    { input: ['/a/b=5'], status: ['queued'] },
    { input: ['/a/b=5'], status: ['failed'] },
  ].flatMap((list) => taskOrders.map((orderBy) => ({ ...list, orderBy })));
  const before: string[][] = [];
  for (const list of lists) before.push(await idsOf(list));
  expect(before.filter((ids) => ids.length > 0).length).toBeGreaterThan(60);
  await fixture.engine.createValueIndex({ path: '/input/a/b', type: 'other' }, ada);
  await fixture.engine.createValueIndex({ path: '/input/a/b' }, ada);
  await buildValueIndexes(fixture.database);
  for (const [n, list] of lists.entries()) expect(await idsOf(list), JSON.stringify(list)).toEqual(before[n]);
  expect(await idsOf({ input: ['/a/b=a'] }), 'an input that is too large for an index').toEqual(['large', 't10']);
  await fc.assert(
    fc.asyncProperty(fc.subarray(conditions, { minLength: 1, maxLength: 4 }), async (input) => {
      const together = new Set(
        lists.flatMap((list, n) =>
          list.input.length === 1 && input.includes(list.input[0] ?? '') ? (before[n] ?? []) : [],
        ),
      );
      expect((await idsOf({ input })).toSorted()).toEqual([...together].toSorted());
    }),
    { numRuns: 20 },
  );
});

test('an index is asked where it has what is sought', async () => {
  const indexes = async (given: Partial<TaskListFilter>) =>
    (await findInputIndexes(fixture.database, listing(given)))?.length;
  expect(await indexes({ input: ['/a/b=5'] })).toBe(1);
  expect(await indexes({ input: ['/a/b=5', '/a/b=6'] })).toBe(2);
  expect(await indexes({ input: ['/a/b=5', '/c=6'] }), 'a path without an index').toBeUndefined();
  expect(await indexes({ input: ['/a/b={"b":1}'] }), 'an object').toBeUndefined();
  expect(await indexes({ input: [`/a/b=${'1'.repeat(1_001)}`] }), 'too long a number').toBeUndefined();
  expect(await indexes({})).toBeUndefined();
  const filter = listing({ input: ['/a/b=5'] });
  const inputIndexes = await findInputIndexes(fixture.database, filter);
  const [driver] = await driversOf(fixture.database, { ...filter, inputIndexes });
  const range = { isDescending: false, after: undefined, low: undefined, high: undefined };
  const keys = await fixture.database<{ id: string }[]>`
    select id from task where key in (${driver?.keys(range, 100) ?? fixture.database`select 0`}) order by key`;
  expect(keys.map(({ id }) => id)).toEqual(['t0', 't1', 't2', 't4', 'hidden-elsewhere', 'other', 'large']);
});

test('an index that is deleted while a list is read hides no task', async () => {
  const expected = await idsOf({ input: ['/a/b=5'] });
  let list: Promise<string[]> | undefined;
  await inTransaction(fixture.database, async (transaction) => {
    await transaction`lock table value_entry in access exclusive mode`;
    list = idsOf({ input: ['/a/b=5'] });
    await expect.poll(() => isAwaited(transaction)).toBe(true);
    await transaction`delete from value_index`;
    await transaction`delete from value_entry`;
  });
  expect(await list).toEqual(expected);
  while (await removeDeadEntries(fixture.database));
  expect(await idsOf({ input: ['/a/b=5'] })).toEqual(expected);
});
