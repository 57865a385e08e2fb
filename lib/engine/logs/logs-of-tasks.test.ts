import { beforeAll, describe, expect, test } from 'vitest';
import { type LogLevel, logListQuery, logSearchQuery, logSearchVolumeQuery, logVolumeQuery } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { ada, config, registerType, startEngine } from '../testing/engine-fixture.ts';
import { getLogVolume } from './get-log-volume.ts';
import { getLogVolumeOfTasks } from './get-log-volume-of-tasks.ts';
import { listLogs } from './list-logs.ts';
import { listLogsOfTasks } from './list-logs-of-tasks.ts';

const fixture = started(startEngine, 'end');
const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();

type Line = { id: number; task: string; hour: number; level?: LogLevel; message?: string; fields?: object };

/** Ids are far apart, so that a page takes more than one statement. */
const lines: Line[] = [
  { id: 10, task: 'a', hour: 1, message: 'begin' },
  {
    id: 9_000,
    task: 'b',
    hour: 2,
    level: 'error',
    message: 'no money',
    fields: { customer: 42, from: { iban: 'x=y' } },
  },
  { id: 18_000, task: 'a', hour: 3, level: 'warn', message: 'slow', fields: { customer: 'A/7' } },
  { id: 40_000, task: 'b', hour: 4, level: 'debug', message: 'money?' },
  { id: 42_000, task: 'gone', hour: 5, level: 'error', message: 'money of a deleted task' },
  { id: 45_000, task: 'c', hour: 6, message: 'end' },
];

async function write(given: readonly Line[]): Promise<void> {
  for (const { id, task, hour, level = 'info', message = 'x', fields = null } of given)
    await fixture.owner`
      insert into log_entry (id, task_key, run_count, attempt, level, message, fields, logged_on) overriding system value
      values (${id}, coalesce((select key from task where id = ${task}), 999999), 1, 1, ${level}, ${message},
        ${fields === null ? null : JSON.stringify(fields)}::text::json, ${at(hour)})`;
}

beforeAll(async () => {
  for (const type of ['order.refund', 'report']) await registerType(fixture.database, type);
  await fixture.engine.createTask(config({ id: 'a', type: 'order' }), ada);
  await fixture.engine.createTask(config({ id: 'b', type: 'order.refund', queue: 'mail' }), ada);
  await fixture.engine.createTask(config({ id: 'c', type: 'report' }), ada);
  await write(lines);
});

const page = (given: object, budgetMs?: number) =>
  listLogsOfTasks(fixture.database, logSearchQuery.parse(given), budgetMs);

async function messages(given: object, budgetMs?: number): Promise<string[]> {
  const found: string[] = [];
  let continuationToken: string | undefined;
  do {
    const one = await page({ maxPageSize: 2, ...given, continuationToken }, budgetMs);
    found.push(...one.value.map(({ message }) => message));
    continuationToken = one.continuationToken;
  } while (continuationToken !== undefined);
  return found;
}

describe('the logs of all tasks', () => {
  test.each<[object, string[]]>([
    [{}, ['end', 'money?', 'slow', 'no money', 'begin']],
    [{ level: ['error'] }, ['no money']],
    [{ level: ['warn'] }, ['slow']],
    [{ level: ['warn', 'error'] }, ['slow', 'no money']],
    [{ level: ['debug', 'error'] }, ['money?', 'no money']],
    [{ search: 'MONEY' }, ['money?', 'no money']],
    [{ search: 'iban' }, ['no money']],
    [{ field: '/customer=42' }, ['no money']],
    [{ field: ['/customer=A/7', '/from/iban=x=y'] }, ['slow', 'no money']],
    [{ field: '/customer=4' }, []],
    [{ taskId: ['a', 'nobody'] }, ['slow', 'begin']],
    [{ taskId: 'nobody' }, []],
    [{ type: 'order' }, ['slow', 'begin']],
    [{ type: 'order*' }, ['money?', 'slow', 'no money', 'begin']],
    [{ type: 'order*', queue: 'mail', level: ['error'] }, ['no money']],
    [{ queue: 'default', search: 'b' }, ['begin']],
    [{ loggedAfter: at(3) }, ['end', 'money?', 'slow']],
    [{ loggedBefore: at(3) }, ['no money', 'begin']],
    [{ loggedAfter: at(2), loggedBefore: at(4), level: ['error'] }, ['no money']],
    [{ loggedAfter: at(7) }, []],
    [{ after: '8999' }, ['end', 'money?', 'slow', 'no money']],
    [{ after: '9000' }, ['end', 'money?', 'slow']],
    [{ after: '45000' }, []],
  ])('%j', async (given, expected) => {
    expect(await messages(given)).toEqual(expected);
    expect(await messages(given, 0)).toEqual(expected);
  });

  test('say of what they are, and which entry is the newest of all', async () => {
    const first = await page({ type: 'order.refund', maxPageSize: 1 });
    expect(first).toMatchObject({ newestId: '45000', continuationToken: expect.any(String) });
    expect(first.value).toEqual([
      {
        ...{ id: '40000', taskId: 'b', type: 'order.refund', runCount: 1, attempt: 1 },
        ...{ level: 'debug', message: 'money?', loggedOn: at(4) },
      },
    ]);
    expect(await page({ continuationToken: first.continuationToken })).not.toHaveProperty('newestId');
  });

  test('end a page when its time is over, and say how far it has searched', async () => {
    const first = await page({ search: 'begin' }, 0);
    expect(first).toMatchObject({ value: [], searchedTo: at(5), continuationToken: expect.any(String) });
    const second = await page({ search: 'begin', continuationToken: first.continuationToken }, 0);
    expect(second.searchedTo).toBe(at(4));
    expect((await page({ loggedBefore: at(4) }, 0)).searchedTo).toBe(at(4)); // it begins at that time
    expect(await page({ search: 'begin' })).not.toHaveProperty('searchedTo');
    expect(await page({ after: '44000' }, 0)).not.toHaveProperty('searchedTo');
    expect(await page({ maxPageSize: 1 })).not.toHaveProperty('searchedTo');
  });

  test('refuse a token of another list and an id that is none', async () => {
    const { continuationToken } = await fixture.engine.listTasks({ maxPageSize: 1, orderBy: 'createdOn desc' });
    await expect(page({ continuationToken })).rejects.toMatchObject({ code: 'InvalidContinuationToken' });
    await expect(page({ after: 'x' })).rejects.toMatchObject({ code: 'InvalidRequest' });
  });
});

describe('the volume of the logs of all tasks', () => {
  const volume = (given: object) => fixture.engine.getLogVolumeOfTasks(logSearchVolumeQuery.parse(given));

  test('counts what matches by level over time', async () => {
    const hours = { loggedAfter: at(1), loggedBefore: at(7), intervals: 3 };
    const none = { debug: 0, info: 0, warn: 0, error: 0 };
    expect(await volume(hours)).toEqual({
      ...{ from: at(1), intervalInMs: 7_200_000, isEstimated: false },
      intervals: [
        { ...none, startsOn: at(1), info: 1, error: 1 },
        { ...none, startsOn: at(3), warn: 1, debug: 1 },
        { ...none, startsOn: at(5), info: 1 },
      ],
    });
    const errors = (given: object) =>
      volume({ ...hours, ...given }).then((one) => one.intervals.map(({ error }) => error));
    expect(await errors({ level: ['error'], type: 'order*' })).toEqual([1, 0, 0]);
    expect(await errors({ type: 'report' })).toEqual([0, 0, 0]);
    expect((await volume({ intervals: 4 })).from).toBe(at(1));
    expect((await volume({ loggedAfter: at(3), loggedBefore: at(2) })).intervals).toEqual([]);
  });

  test('estimates many entries from a sample, and counts rare levels exactly', async () => {
    await fixture.owner`
      insert into log_entry (id, task_key, run_count, attempt, level, message, logged_on) overriding system value
      select 100000 + n * 3, key, 2, 1, (case when n % 200 = 0 then 'error' when n % 4 = 0 then 'debug' else 'info' end)::log_level,
        'x', ${at(24)}::timestamptz + n * interval '119 ms' from task, generate_series(1, 30000) n where task.id = 'c'`;
    await fixture.owner`delete from log_entry where id between 120000 and 130000`;
    const { intervals, isEstimated } = await volume({ loggedAfter: at(24), loggedBefore: at(25), intervals: 3 });
    expect(isEstimated).toBe(true);
    expect(await messages({ taskId: 'c' })).toEqual(['end']); // it has no second run
    const actual = await fixture.database<{ debug: number; info: number; error: number }[]>`
      select count(*) filter (where level = 'debug') as debug, count(*) filter (where level = 'info') as info,
        count(*) filter (where level = 'error') as error
      from log_entry where logged_on >= ${at(24)} and logged_on < ${at(25)}
      group by floor(extract(epoch from logged_on - ${at(24)}::timestamptz) / 1200) order by min(id)`;
    expect(intervals.map(({ error }) => error)).toEqual(actual.map(({ error }) => error));
    intervals.forEach(({ debug, info, warn }, place) => {
      const { debug: debugs = 0, info: infos = 0 } = actual[place] ?? {};
      expect(Math.abs((debug + info) / (debugs + infos) - 1)).toBeLessThan(0.15);
      expect(Math.abs(debug / debugs - 1)).toBeLessThan(0.25);
      expect(warn).toBe(0);
    });
  });
});

test('entries of many tasks are found by checking the task of each', async () => {
  await fixture.database`
    insert into task (id, type, queue, priority, created_by, modified_by)
    select 'many-' || n, 'many', 'default', 0, 'x', 'x' from generate_series(1, 1001) n`;
  await write([{ id: 300_000, task: 'many-500', hour: 30, level: 'error', message: 'of many' }]);
  expect(await messages({ type: 'many' })).toEqual(['of many']);
  expect(await messages({ type: 'many', level: ['error'] })).toEqual(['of many']);
  expect(await messages({ type: 'many', taskId: 'many-500' })).toEqual([]); // it has no run
});

test('a page of large entries is shorter, and the next one goes on', async () => {
  await write(
    Array.from({ length: 5 }, (_, n) => ({
      id: 400_000 + n,
      task: 'a',
      hour: 31,
      message: `${n} ${'y'.repeat(1_500_000)}`,
    })),
  );
  const first = await page({ loggedAfter: at(31) });
  expect(first.value.map(({ message }) => message[0])).toEqual(['4', '3']);
  expect(first).not.toHaveProperty('searchedTo');
  expect((await messages({ loggedAfter: at(31), maxPageSize: 100 })).map((text) => text[0])).toEqual([
    '4',
    '3',
    '2',
    '1',
    '0',
  ]);
  expect((await messages({ taskId: 'a', loggedAfter: at(31), maxPageSize: 1 })).map((text) => text[0])).toEqual([
    ...'43210',
  ]);
});

test('a time finds the first entry at or after it, also where entries are gone', async () => {
  const missed = await fixture.database`
    select l.id from log_entry l, unnest(array['0 s', '-1 ms', '1 ms']::interval[]) since
    where (l.id % 997 = 0 or l.id < 100000) and (select min(id) from log_entry f where f.id >= first_log_id_since(l.logged_on + since))
      is distinct from (select min(id) from log_entry f where f.logged_on >= l.logged_on + since and f.id >= l.id - 10)`;
  expect(missed).toEqual([]);
});

test('a search that PostgreSQL would do for long is given up', async () => {
  await fixture.engine.createTask(config({ id: 'long', type: 'order' }), ada);
  await fixture.owner`
    insert into log_entry (id, task_key, run_count, attempt, level, message, logged_on) overriding system value
    select 50000 + n, key, 1, 1, 'info', repeat('abc ', 2048), ${at(7)} from task, generate_series(1, 3000) n
    where id = 'long'`;
  const search = 'not there';
  const refusal = { code: 'InvalidRequest', message: expect.stringContaining('shorter time') };
  const { database } = fixture;
  const ofTasks = logSearchVolumeQuery.parse({ search, loggedAfter: at(7), loggedBefore: at(8) });
  await expect(getLogVolumeOfTasks(database, ofTasks, 1)).rejects.toMatchObject(refusal);
  await expect(getLogVolume(database, 'long', 1n, logVolumeQuery.parse({ search }), 1)).rejects.toMatchObject(refusal);
  await expect(listLogs(database, 'long', 1n, logListQuery.parse({ search }), 1)).rejects.toMatchObject(refusal);
  expect(await listLogs(database, 'long', 1n, logListQuery.parse({ search }))).toMatchObject({ value: [] });
});

test('an entry whose fields PostgreSQL cannot read as text hides no other', async () => {
  await write([
    { id: 60_000, task: 'c', hour: 7, message: 'nul', fields: { a: '\u0000', b: 'same' } },
    { id: 60_001, task: 'c', hour: 7, message: 'half', fields: { a: '\ud800', b: 'same' } },
    { id: 60_002, task: 'c', hour: 7, message: 'whole', fields: { b: 'same' } },
  ]);
  expect(await messages({ field: '/b=same' })).toEqual(['whole']);
});
