import { beforeAll, expect, test } from 'vitest';
import { started } from '../../../contract/testing/started.ts';
import { listing, startEngine } from '../../testing/engine-fixture.ts';
import { listTasks } from './list-tasks.ts';
import { searchedTo } from './searched-to.ts';

const fixture = started(startEngine, 'end');
const count = 1_200;
/** What a list without any time looks at before its page ends: the first row of each of two statements. */
const lookedAt = 2;
const begin = Date.parse('2026-03-01T00:00:00.000Z');
const createdOn = (n: number) => new Date(begin + n * 1_000).toISOString();
const endedOn = (n: number) => new Date(begin + 86_400_000 + n * 1_000).toISOString();

beforeAll(async () => {
  const { database } = fixture;
  await database`
    insert into task (id, type, queue, priority, created_by, modified_by, input, created_on)
    select 't' || n, 'report', 'default', 0, 'x', 'x', '{"a":1}', ${createdOn(0)}::timestamptz + interval '1 second' * n
    from generate_series(1, ${count}::int) n order by n`;
  await database`
    insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, queued_on, started_on, ended_on)
    select key, 1, true, 'failed', 'create', 'x', 1, created_on, created_on, created_on + interval '1 day' from task`;
});

/** A page of a search that finds nothing, without time to look at all tasks unless it is given. */
const search = (orderBy: string, continuationToken?: string, budgetMs = 0) =>
  listTasks(fixture.database, listing({ input: ['/a=2'], orderBy, continuationToken }), budgetMs);

test.each([
  ['createdOn desc', createdOn(count - lookedAt + 1)],
  ['createdOn asc', createdOn(lookedAt)],
  ['endedOn desc', endedOn(count - lookedAt + 1)],
  ['endedOn asc', endedOn(lookedAt)],
])('a short page in %s says how far its search has come', async (orderBy, time) => {
  const first = await search(orderBy);
  expect(first).toMatchObject({ value: [], continuationToken: expect.any(String), searchedTo: time });
  expect(await search(orderBy, first.continuationToken, 60_000)).toEqual({ value: [] });
});

test('a page in another order, a full page and the last one do not', async () => {
  expect(await search('id asc')).toEqual({ value: [], continuationToken: expect.any(String) });
  const full = await listTasks(fixture.database, listing({ orderBy: 'createdOn desc', maxPageSize: 2 }), 0);
  expect(full).toEqual({ value: [expect.anything(), expect.anything()], continuationToken: expect.any(String) });
});

test('the next task stands for one that was deleted meanwhile', async () => {
  const { database } = fixture;
  const key = async (n: number) => Number((await database`select key from task where id = ${`t${n}`}`)[0]?.key);
  const deleted = await key(600);
  await database`delete from run where task_key = ${deleted}`;
  await database`delete from task where key = ${deleted}`;
  expect(await searchedTo(database, 'createdOn desc', { p: 'key', k: deleted })).toBe(createdOn(601));
  expect(await searchedTo(database, 'createdOn asc', { p: 'key', k: deleted })).toBe(createdOn(599));
});
