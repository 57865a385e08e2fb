import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits, type TaskListFilter } from '#contract';
import { purgeDeleted } from '../retention/purge-deleted.ts';
import { buildValueIndexes } from '../testing/build-value-indexes.ts';
import {
  ada,
  config,
  type EngineFixture,
  endTask,
  listing,
  registerType,
  startEngine,
} from '../testing/engine-fixture.ts';
import { openRunMarks } from '../worker/run-marks.ts';
import { removeDeadEntries, valueIndexBuilder } from './build-value-indexes.ts';

let fixture: EngineFixture;
beforeEach(async () => {
  fixture = await startEngine();
});
afterEach(() => fixture.end());

const create = (id: string, input: unknown, more = {}) =>
  fixture.engine.createTask(config({ id, input, ...more } as Parameters<typeof config>[0]), ada);
const keyOf = async (id: string) =>
  (await fixture.database<{ key: number }[]>`select key from task where id = ${id}`)[0]?.key ?? 0;

const build = () => buildValueIndexes(fixture.database);

/** The ids in an order, read with pages of two. */
async function ids(orderBy: string, given: Partial<Record<keyof TaskListFilter, unknown>> = {}): Promise<string[]> {
  const found: string[] = [];
  let continuationToken: string | undefined;
  do {
    const page = await fixture.engine.listTasks(listing({ ...given, orderBy, maxPageSize: 2, continuationToken }));
    found.push(...page.value.map(({ id }) => id));
    continuationToken = page.continuationToken;
  } while (continuationToken !== undefined);
  return found;
}

const mixed: [string, unknown][] = [
  ['no', false],
  ['yes', true],
  ['minus', -1.5],
  ['nine', 9],
  ['ten', 10],
  ['big', 12345678901234567890n],
  ['bigger', 12345678901234567891n],
  ['text.10', '10'],
  ['text.9', '9'],
  ['text.a', 'a'],
  ['text.ae', 'ä'],
];
const without: [string, unknown][] = [
  ['null', { total: null }],
  ['list', { total: [1] }],
  ['absent', {}],
  ['odd', { total: 'a\u0000' }],
  ['none', undefined],
];
const valued = mixed.map(([id]) => id);

test('tasks of before and after an index are sorted by type and value, those without one last in both directions', async () => {
  const shuffled = mixed.toSorted(([a], [b]) => a.length - b.length);
  for (const [id, total] of shuffled.slice(0, 6)) await create(id, { total });
  for (const [id, input] of without.slice(0, 3)) await create(id, input);
  await fixture.engine.createValueIndex({ path: '/input/total' }, ada);
  for (const [id, total] of shuffled.slice(6)) await create(id, { total });
  for (const [id, input] of without.slice(3)) await create(id, input);
  await build();
  for (const id of without.map(([one]) => one)) expect(await keyOf(id)).toBeGreaterThan(0);
  const rest = without.map(([id]) => id);
  expect(await ids('/input/total asc')).toEqual([...valued, ...rest]);
  expect(await ids('/input/total desc')).toEqual([...valued.toReversed(), ...rest.toReversed()]);
  expect(await ids('/input/total asc', { search: 'text' }), 'with another filter').toEqual([
    'text.10',
    'text.9',
    'text.a',
    'text.ae',
  ]);
  expect(await ids('/input/total desc', { id: ['ten', 'no', 'list'] })).toEqual(['ten', 'no', 'list']);
});

test('an order without a ready index is refused with the way to get one', async () => {
  const refused = (message: RegExp, given = {}) =>
    expect(fixture.engine.listTasks(listing({ orderBy: '/input/total desc', ...given }))).rejects.toMatchObject({
      code: 'InvalidRequest',
      message: expect.stringMatching(message),
      details: [{ pointer: '/orderBy' }],
    });
  await refused(/"\/input\/total", which has no index over tasks of every type; POST \/v1\/value-indexes/);
  await refused(/has no index; POST/, { type: ['order'] });
  await fixture.engine.createValueIndex({ path: '/input/total', type: 'order' }, ada);
  await refused(/is being built/, { type: ['order'] });
  await build();
  expect(await ids('/input/total desc', { type: ['order'] })).toEqual([]);
  await refused(/has no index over tasks of every type/);
  await refused(/has no index over tasks of every type/, { type: ['order*'] });
  await refused(/has no index over tasks of every type/, { type: ['order', 'other'] });
});

test('an index follows inputs, outputs, reruns and deletions', async () => {
  await fixture.engine.createValueIndex({ path: '/input/n' }, ada);
  await fixture.engine.createValueIndex({ path: '/output/sum' }, ada);
  await build();
  for (const [id, n] of [
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ] as const)
    await create(id, { n });
  expect(await ids('/input/n asc')).toEqual(['a', 'b', 'c']);
  await fixture.engine.updateTask('a', { input: { n: 5 } }, ada);
  expect(await ids('/input/n asc')).toEqual(['b', 'c', 'a']);
  for (const [id, sum] of [
    ['a', 7],
    ['b', 6],
    ['c', 5],
  ] as const)
    await endTask(fixture.database, id, 'succeeded', undefined, JSON.stringify({ sum }));
  expect(await ids('/output/sum asc')).toEqual(['c', 'b', 'a']);
  await fixture.engine.rerunTask('b', { input: { n: 0 } }, ada);
  expect(await ids('/input/n asc')).toEqual(['b', 'c', 'a']);
  expect(await ids('/output/sum asc'), 'the current run has no output').toEqual(['c', 'a', 'b']);
  await fixture.engine.deleteTask('c', {});
  await purgeDeleted(fixture.database, 0);
  expect(await ids('/input/n asc')).toEqual(['b', 'a']);
  expect(await fixture.database`select from value_entry`).toHaveLength(4);
});

test('a sensitive value never is in an index, whoever marks it and whenever', async () => {
  await fixture.engine.createValueIndex({ path: '/input/card' }, ada);
  await create('marked', { card: 1 }, { sensitive: ['/input/card'] });
  await create('inside', { card: 2 }, { sensitive: ['/input'] });
  await create('later', { card: 3 });
  await create('by-run', { card: 4 });
  await create('plain', { card: 5 });
  await build();
  const places = async () =>
    (
      await fixture.database<{ id: string }[]>`
        select t.id from value_entry e join task t on t.key = e.task_key
          join value_index v on v.key = e.index_key where e.kind < 4 order by t.key`
    ).map(({ id }) => id);
  expect(await places()).toEqual(['later', 'by-run', 'plain']);
  await fixture.engine.updateTask('later', { sensitive: ['/input/card'] }, ada);
  await openRunMarks(fixture.database, (work) => work()).add(await keyOf('by-run'), ['/input/card/number']);
  expect(await places()).toEqual(['plain']);
  expect(await ids('/input/card asc')).toEqual(['plain', 'marked', 'inside', 'later', 'by-run']);
  await registerType(fixture.database, 'order', { sensitive: ['/input/card'] });
  await expect(ids('/input/card asc'), 'the index begins anew').rejects.toThrow('being built');
  expect(await places()).toEqual([]);
  await build();
  expect(await places()).toEqual([]);
  await registerType(fixture.database, 'order', { sensitive: [] });
  await build();
  expect(await places(), 'marks that a task took from its type stay').toEqual(['plain']);
});

test('a build that dies goes on where it was, and a deleted index leaves nothing', async () => {
  for (let at = 0; at < 25; at++) await create(`task-${at}`, { total: at });
  const { id } = await fixture.engine.createValueIndex({ path: '/input/total' }, ada);
  const state = async () => (await fixture.engine.listValueIndexes({ maxPageSize: 10 }, undefined)).value[0];
  expect(await state()).toMatchObject({ id, path: '/input/total', status: 'building', progress: 0 });
  await fixture.database`
    update value_index set last_key = ${await keyOf('task-24')}, done_key = ${await keyOf('task-12')}`;
  expect((await state())?.progress).toBeCloseTo(0.5, 0);
  await build();
  expect(await state()).toMatchObject({ status: 'ready', entryCount: 12 });
  expect((await state())?.bytes).toBeGreaterThan(0);
  expect(await state()).not.toHaveProperty('progress');
  const inside = (await fixture.engine.listValueIndexes({ maxPageSize: 10 }, { types: ['order'] })).value[0];
  expect(inside).not.toHaveProperty('entryCount');
  expect(await fixture.engine.deleteValueIndex(id)).toBe(true);
  expect(await fixture.engine.deleteValueIndex(id)).toBe(false);
  await expect
    .poll(async () => {
      while (await removeDeadEntries(fixture.database));
      return fixture.database`select from dead_value_index`;
    })
    .toHaveLength(0);
  expect(await fixture.database`select from value_entry`).toHaveLength(0);
});

test('indexes are few, one for a path and type, and those of types outside of bounds are not told', async () => {
  const first = await fixture.engine.createValueIndex({ path: '/input/total', type: 'order' }, ada);
  expect(await fixture.engine.createValueIndex({ path: '/input/total', type: 'order' }, ada)).toEqual(first);
  for (let at = 1; at < limits.valueIndexes; at++) await fixture.engine.createValueIndex({ path: `/input/${at}` }, ada);
  await expect(fixture.engine.createValueIndex({ path: '/input/more' }, ada)).rejects.toMatchObject({
    code: 'LimitExceeded',
  });
  const told = async (types?: string[]) =>
    (await fixture.engine.listValueIndexes({ maxPageSize: 100 }, types && { types })).value.map(({ path }) => path);
  expect(await told()).toContain('/input/total');
  expect(await told(['order'])).toContain('/input/total');
  expect(await told(['other'])).not.toContain('/input/total');
});

test('a small index beside a large one is counted and removed without reading the large one', async () => {
  const { database, owner } = fixture;
  const other = 1_000_000;
  await owner`alter table value_entry set (autovacuum_enabled = false)`;
  await database`
    insert into value_entry (index_key, task_key, kind, number, body)
    select ${other}, n, 2, n, '' from generate_series(1, 40000) n`;
  await owner`analyze value_entry`;
  for (let at = 0; at < 3; at++) await create(`task-${at}`, { total: at });
  const { id } = await fixture.engine.createValueIndex({ path: '/input/total' }, ada);
  await build();
  const pagesRead = async (read: () => Promise<unknown>) => {
    const pages = async () => {
      await database`select pg_stat_force_next_flush()`;
      const [row] = await database<{ pages: number }[]>`
        select heap_blks_hit + heap_blks_read as pages from pg_statio_user_tables where relname = 'value_entry'`;
      return row?.pages ?? 0;
    };
    const before = await pages();
    await read();
    return (await pages()) - before;
  };
  expect(await pagesRead(() => fixture.engine.listValueIndexes({ maxPageSize: 10 }, undefined))).toBeLessThan(50);
  await fixture.engine.deleteValueIndex(id);
  expect(await pagesRead(() => removeDeadEntries(database))).toBeLessThan(50);
  expect(await database`select from value_entry where index_key <> ${other}`).toHaveLength(0);
});

test('a task whose creation began while an index was being asked for is in the index', async () => {
  const { database, engine } = fixture;
  const list = async () => (await engine.listTasks(listing({ orderBy: '/input/total asc' }))).value.map(({ id }) => id);
  await create('before', { total: 1 });
  const asking = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const creating = Promise.withResolvers<void>();
  const index = database.begin(async (transaction) => {
    await transaction`insert into value_index (pointer, root, path, created_by)
      values ('/input/total', 'input', '{total}', 'ada')`;
    asking.resolve();
    await asked.promise;
  });
  await asking.promise;
  const creation = database.begin(async (transaction) => {
    await transaction`
      with made as (
        insert into task (id, type, queue, priority, input, created_by, modified_by)
        values ('between', 'order', 'default', 0, '{"total": 2}', 'ada', 'ada') returning key
      )
      insert into active_run (task_key, run_count, status, trigger, triggered_by, type, queue, priority)
      select key, 1, 'queued', 'create', 'ada', 'order', 'default', 0 from made`;
    asked.resolve();
    await index;
    await creating.promise;
  });
  await index;
  const batch = valueIndexBuilder(database);
  while (await batch());
  creating.resolve();
  await creation;
  await build();
  expect(await list()).toEqual(['before', 'between']);
});
