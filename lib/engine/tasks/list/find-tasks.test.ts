import { beforeAll, expect, test } from 'vitest';
import type { TaskListFilter } from '#contract';
import { started } from '../../../contract/testing/started.ts';
import { listing, startEngine } from '../../testing/engine-fixture.ts';
import { findTasks } from './find-tasks.ts';

const fixture = started(startEngine, 'end');

beforeAll(async () => {
  const { database } = fixture;
  await database`
    insert into task (id, type, queue, priority, created_by, modified_by)
    select 't' || n, 'report', 'default', 0, 'x', 'x' from generate_series(1, 6) n`;
  await database`
    insert into active_run (task_key, run_count, status, trigger, triggered_by, type, queue, priority)
    select key, 1, 'queued', 'create', 'x', type, queue, 0 from task where id in ('t1', 't2', 't3')`;
  await database`
    insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, queued_on, started_on, ended_on)
    select key, 1, true, 'failed', 'create', 'x', 1, now(), now(), now() + interval '1 second' * key
    from task where id in ('t4', 't5', 't6')`;
});

async function idsOf(given: Partial<TaskListFilter>, start: Parameters<typeof findTasks>[2], want: number) {
  const { found, next } = await findTasks(fixture.database, listing(given), start, want);
  const tasks = await fixture.database<{ key: number; id: string }[]>`select key, id from task`;
  const idOf = new Map(tasks.map(({ key, id }) => [key, id]));
  return { ids: found.map(({ key }) => idOf.get(key)), next };
}

test.each([
  ['endedOn desc', ['t3', 't2', 't1'], ['t6', 't5', 't4']],
  ['endedOn asc', ['t4', 't5', 't6'], ['t1', 't2', 't3']],
] as const)(
  '%s goes on after a page that ends where tasks that have ended meet those that have not',
  async (orderBy, first, second) => {
    const page = await idsOf({ orderBy }, undefined, 3);
    expect(page).toEqual({ ids: first, next: expect.anything() });
    expect(await idsOf({ orderBy }, page.next, 3)).toEqual({ ids: second, next: undefined });
    const status = orderBy === 'endedOn desc' ? 'queued' : 'failed';
    expect(await idsOf({ orderBy, status: [status] }, undefined, 3)).toEqual({ ids: first, next: undefined });
  },
);

test('a page begins at its place in an order of ends, also where another filter leaves one part of it', async () => {
  const { next } = await idsOf({ orderBy: 'endedOn asc' }, undefined, 1);
  expect((await idsOf({ orderBy: 'endedOn asc', status: ['queued'] }, next, 5)).ids).toEqual(['t1', 't2', 't3']);
  expect((await idsOf({ orderBy: 'endedOn desc', status: ['queued'] }, next, 5)).ids).toEqual([]);
  expect((await idsOf({ orderBy: 'endedOn asc', status: ['failed'] }, next, 5)).ids).toEqual(['t5', 't6']);
});

test.each(['createdOn desc', 'endedOn asc', 'endedOn desc', 'id asc'] as const)(
  'times at the ends of what can be written bound nothing in %s',
  async (orderBy) => {
    const all = await idsOf({ orderBy, status: ['failed'] }, undefined, 10);
    expect(all.ids).toHaveLength(3);
    const latest = '9999-12-31T23:59:59.999Z';
    const earliest = '0001-01-01T00:00:00.000Z';
    expect(await idsOf({ orderBy, endedBefore: latest, createdAfter: earliest }, undefined, 10)).toEqual(all);
    expect(await idsOf({ orderBy, runEndedBefore: latest, runEndedAfter: earliest }, undefined, 10)).toEqual(all);
  },
);

test.each([
  [{ minimumRunTimeInMs: 5_000 }, ['t5', 't6']],
  [{ maximumRunTimeInMs: 5_000 }, ['t4']],
  [{ minimumRunTimeInMs: 4_500, maximumRunTimeInMs: 5_500 }, ['t5']],
  [{ minimumRunTimeInMs: 0 }, ['t4', 't5', 't6']],
  [{ minimumQueueWaitInMs: 0 }, ['t4', 't5', 't6']],
  [{ minimumQueueWaitInMs: 1 }, []],
  [{ maximumQueueWaitInMs: 1 }, ['t4', 't5', 't6']],
])('%j finds runs whose duration is within', async (filter, expected) => {
  for (const orderBy of ['createdOn asc', 'id asc', 'endedOn asc'] as const)
    expect((await idsOf({ ...filter, orderBy }, undefined, 10)).ids, orderBy).toEqual(expected);
});

test('a task that runs again is found by the end of an earlier run', async () => {
  const { database } = fixture;
  const since = '2020-01-01T00:00:00.000Z';
  await database`update active_run set run_count = 2 where task_key = (select key from task where id = 't2')`;
  await database`
    insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, queued_on, started_on, ended_on)
    select key, 1, false, 'failed', 'create', 'x', 1, now(), now(), now()
    from task where id = 't2'`;
  for (const orderBy of ['createdOn asc', 'id asc', 'endedOn asc', 'endedOn desc'] as const)
    expect((await idsOf({ orderBy, status: ['queued'], runEndedAfter: since }, undefined, 10)).ids, orderBy).toEqual([
      't2',
    ]);
});
