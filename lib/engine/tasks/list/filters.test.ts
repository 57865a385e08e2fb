import { beforeAll, describe, expect, test } from 'vitest';
import { type TaskListFilter, taskOrders } from '#contract';
import { started } from '../../../contract/testing/started.ts';
import { flushJournal } from '../../run/flush.ts';
import { indexBatch } from '../../search/index-batch.ts';
import { heldTask, holdTask, moveOf, stepOf } from '../../testing/claims-by-hand.ts';
import { ada, config, endTask, listing, startEngine } from '../../testing/engine-fixture.ts';
import { endOverdueRuns } from '../../timers/due.ts';
import { searchHits } from './search-hits.ts';

const fixture = started(startEngine, 'end');
const times: Record<string, string> = {
  a: '2026-01-01T10:00:00.000Z',
  b: '2026-01-01T11:00:00.000Z',
  c: '2026-01-01T12:00:00.000Z',
  d: '2026-01-01T13:00:00.000Z',
};

beforeAll(async () => {
  for (const id of ['a', 'b', 'c', 'd'])
    await fixture.engine.createTask(config({ id, name: `under_score ${id}` }), ada);
  await fixture.engine.createTask(config({ id: 'cron', schedule: { cron: '0 3 * * *', timeZone: 'UTC' } }), ada);
  await fixture.engine.createTask(config({ id: 'percent', name: '100% sure\\done' }), ada);
  for (const id of ['a', 'b', 'c', 'd']) await endTask(fixture.database, id);
  for (const [id, time] of Object.entries(times)) {
    await fixture.database`update task set created_on = ${time} where id = ${id}`;
    await fixture.database`
      update run set ended_on = ${time} where task_key = (select key from task where id = ${id})`;
  }
  await fixture.database`
    insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, queued_on, ended_on)
    select key, 0, false, 'failed', 'create', 'x', 1, now(), '2026-01-01T12:15:00Z' from task where id = 'd'`;
  for (const parent of ['a', 'b'])
    await fixture.database`
      insert into task (id, type, queue, priority, created_by, modified_by, parent_key, parent_run_count, parent_sequence)
      select 'child of ' || id, type, queue, 0, 'x', 'x', key, 1, 0 from task where id = ${parent}`;
  await fixture.database`
    insert into active_run (task_key, run_count, status, trigger, triggered_by, type, queue, priority)
    select key, 1, 'queued', 'create', 'x', type, queue, 0 from task where parent_key is not null`;
});

/** Checks the same result in every order, which covers every driver. */
async function idsOf(given: Partial<Record<keyof TaskListFilter, unknown>>): Promise<string[]> {
  const found = new Set<string>();
  for (const orderBy of taskOrders) {
    const ids: string[] = [];
    let continuationToken: string | undefined;
    do {
      const page = await fixture.engine.listTasks(listing({ ...given, orderBy, maxPageSize: 2, continuationToken }));
      ids.push(...page.value.map(({ id }) => id));
      continuationToken = page.continuationToken;
    } while (continuationToken !== undefined);
    found.add(ids.toSorted().join());
  }
  expect([...found], 'every order finds the same').toHaveLength(1);
  return [...found].join().split(',').filter(Boolean);
}

describe('tasks are found by', () => {
  test.each([
    [{ endedAfter: times.b }, ['b', 'c', 'd']],
    [{ endedBefore: times.c }, ['a', 'b']],
    [{ endedAfter: times.b, endedBefore: times.d }, ['b', 'c']],
    [{ runEndedAfter: times.d }, ['d']],
    [{ runEndedBefore: '2026-01-01T12:30:00.000Z' }, ['a', 'b', 'c', 'd']],
    [{ runEndedAfter: '2026-01-01T12:10:00.000Z', runEndedBefore: times.d, status: 'succeeded' }, ['d']],
    [{ runEndedAfter: '2026-01-01T12:20:00.000Z', runEndedBefore: times.d }, []],
    [{ createdBefore: times.c }, ['a', 'b']],
    [{ createdAfter: times.b, createdBefore: times.d }, ['b', 'c']],
    [{ createdAfter: times.b, createdBefore: times.d, status: 'succeeded' }, ['b', 'c']],
    [{ endedAfter: times.b, endedBefore: times.d, status: 'succeeded', search: 'score' }, ['b', 'c']],
    [{ endedAfter: times.b, status: 'queued' }, []],
    [{ endedBefore: times.d, waitingFor: 'event' }, []],
    [{ runEndedBefore: times.d, status: 'queued' }, []],
    [{ schedule: 'true' }, ['cron']],
    [{ schedule: 'true', status: 'scheduled' }, ['cron']],
    [{ schedule: 'false', status: ['queued', 'scheduled'] }, ['child of a', 'child of b', 'percent']],
    [{ parent: 'a' }, ['child of a']],
    [{ parent: 'a', status: 'queued' }, ['child of a']],
    [{ parent: 'a', search: 'child' }, ['child of a']],
    [{ search: 'under_score' }, ['a', 'b', 'c', 'd']],
    [{ search: 'underxscore' }, []],
    [{ search: '100%' }, ['percent']],
    [{ search: '1%sure' }, []],
    [{ search: 'sure\\done' }, ['percent']],
  ])('%j', async (given, expected) => {
    expect(await idsOf(given)).toEqual(expected);
  });
});

test('a run is found by what it waits for only while it waits', async () => {
  await fixture.engine.createTask(config({ id: 'waits' }), ada);
  const held = await heldTask(fixture.database, 'waits');
  const { run, owner } = held;
  const step = stepOf(run, { stepKind: 'event', status: 'waiting', name: 'go', eventName: 'go', endedAt: null });
  const move = moveOf(run, 'waiting', { waitKind: 'event', waitName: 'go', waitSequence: 0 });
  await flushJournal(fixture.database, owner, [run], [step, move], undefined, null);
  expect(await idsOf({ waitingFor: 'event' })).toEqual(['waits']);
  expect(await idsOf({ waitingFor: ['event'], status: 'waiting' })).toEqual(['waits']);
  const waits = async (given: object = {}) =>
    (await fixture.engine.listEventWaits({ maxPageSize: 5, ...given })).value.map(({ taskId }) => taskId);
  expect(await waits()).toEqual(['waits']);
  expect(await waits({ taskId: 'a' })).toEqual([]);
  expect(await waits({ taskId: 'waits', name: 'go' })).toEqual(['waits']);
  expect(await waits({ name: 'g*' })).toEqual(['waits']);
  expect(await waits({ name: 'g' })).toEqual([]);
  await fixture.engine.pauseTask('waits', ada);
  expect(await idsOf({ waitingFor: 'event' })).toEqual([]);
  expect(await waits()).toEqual([]);
});

describe('the search index', () => {
  test('takes tasks in up to a key, and reads the others directly', async () => {
    const indexed = async () =>
      (
        await fixture.database<{ id: string }[]>`
        select id from search_text join task on key = task_key where kind = 't'`
      ).map(({ id }) => id);
    const [{ last = 0 } = {}] = await fixture.database<{ last: number }[]>`select max(key) as last from task`;
    await fixture.engine.createTask(config({ id: 'young' }), ada);
    expect(await indexBatch(fixture.database, last)).toBe(false);
    expect(await indexed()).toContain('percent');
    expect(await indexed()).not.toContain('young');
    expect(await idsOf({ search: 'young' })).toEqual(['young']);
    await indexBatch(fixture.database);
    expect(await indexed()).toContain('young');
    expect(await idsOf({ search: 'young' })).toEqual(['young']);
  });

  test('has the error of a run that timed out', async () => {
    await fixture.engine.createTask(config({ id: 'late' }), ada);
    await holdTask(fixture.database, 'late');
    await fixture.database`
      update active_run set deadline_on = now() - interval '1 ms' where task_key = (select key from task where id = 'late')`;
    expect(await endOverdueRuns(fixture.database)).toMatchObject({ ended: 1 });
    const filter = listing({ search: 'TaskTimeoutError: the run took' });
    expect(await idsOf(filter)).toEqual(['late']);
    const everything = { isDescending: true, after: undefined, low: undefined, high: undefined };
    const hits = await searchHits(
      fixture.database,
      { ...filter, inputIndexes: undefined, textHits: {} },
      everything,
      10,
    );
    expect(hits?.keys, 'also by the index of texts').toHaveLength(1);
  });
});

test('tasks are found by what holds their run', async () => {
  const { database } = fixture;
  const hold = (id: string, columns: Record<string, string>) =>
    database`update active_run set ${database(columns)} where task_key = (select key from task where id = ${id})`;
  await hold('percent', { status: 'paused', paused_by: 'ada', paused_status: 'queued' });
  await hold('child of a', { status: 'waiting', wait_kind: 'lock', wait_name: 'lock stock/7' });
  await hold('child of b', { status: 'retrying', last_error: '{"name": "BankError", "message": "ada"}' });
  await hold('cron', { status: 'queued', concurrency_key: 'customer 7' });
  expect(await idsOf({ heldBy: ['ada'] })).toEqual(['percent']);
  expect(await idsOf({ heldBy: ['BankError', 'stock/7'] })).toEqual(['child of a', 'child of b']);
  expect(await idsOf({ heldBy: ['customer 7'], status: 'queued' })).toEqual(['cron']);
  expect(await idsOf({ heldBy: ['ada'], status: 'queued' })).toEqual([]);
});

test('tasks are found by why their run does not move', async () => {
  const { database } = fixture;
  await database`insert into worker (id, name, host, process_id, queues, types, slots, expires_on)
    values ('silent', 'silent', 'test', 1, '{default}', '{order}', 1, now() - interval '1 s'),
      ('live', 'live', 'test', 2, '{default}', '{order}', 1, now() + interval '1 hour')`;
  const running = async (id: string, worker: string) => database`
    update active_run set status = 'running', worker_key = (select key from worker where id = ${worker})
    where task_key = (select key from task where id = ${id})`;
  const hold = (id: string, columns: Record<string, string>) =>
    database`update active_run set ${database(columns)} where task_key = (select key from task where id = ${id})`;
  for (const id of ['live', 'lost', 'event', 'step']) await fixture.engine.createTask(config({ id: `of-${id}` }), ada);
  await running('of-live', 'live');
  await running('of-lost', 'silent');
  await hold('of-event', { status: 'waiting', wait_kind: 'event', wait_name: 'charge' });
  await hold('of-step', { status: 'waiting', wait_kind: 'step', wait_name: 'charge' });
  await hold('percent', { status: 'paused', paused_by: 'ada', paused_status: 'queued' });
  await hold('child of a', { status: 'retrying', last_error: '{"name": "BankError", "message": "ada"}' });
  await hold('child of b', { status: 'queued' });
  const here = ['child of a', 'child of b', 'cron', 'of-live', 'of-lost', 'of-event', 'of-step', 'percent'];
  const found = async (given: object) => (await idsOf(given)).filter((id) => here.includes(id));
  const stuckFor = ['queued', 'backoff', 'paused', 'leaseExpired'];
  expect(await found({ stuckFor: 'queued', type: 'order' })).toEqual(['child of b', 'cron']);
  expect(await found({ stuckFor: 'backoff' })).toEqual(['child of a', 'of-step']);
  expect(await found({ stuckFor: ['paused', 'leaseExpired'] })).toEqual(['of-lost', 'percent']);
  expect(await found({ stuckFor })).toEqual(['child of a', 'child of b', 'cron', 'of-lost', 'of-step', 'percent']);
  expect(await found({ stuckFor, status: ['running', 'succeeded'] })).toEqual(['of-lost']);
  expect(await found({ stuckFor: 'backoff', heldBy: 'charge' }), 'not the event of this name').toEqual(['of-step']);
  expect(await found({ heldBy: 'silent' })).toEqual(['of-lost']);
  expect(await found({ heldBy: 'live' })).toEqual([]);
});

test('a task whose input was removed is not found by the input that it had', async () => {
  await fixture.engine.createTask(config({ id: 'emptied', input: { secretly: 'had' } }), ada);
  await fixture.engine.updateTask('emptied', { input: null }, ada);
  expect(await fixture.engine.getTask('emptied')).not.toHaveProperty('input');
  expect(await idsOf({ input: '/secretly=had' })).toEqual([]);
  expect(await idsOf({ holds: 'had' })).toEqual([]);
});

test('an input that PostgreSQL cannot read as text is passed over', async () => {
  await fixture.engine.createTask(config({ id: 'nul', input: { a: '\u0000', b: 'odd' } }), ada);
  await fixture.engine.createTask(config({ id: 'half', input: { a: '\ud800', b: 'odd' } }), ada);
  await fixture.engine.createTask(config({ id: 'plain', input: { a: 'x', b: 'odd' } }), ada);
  expect(await idsOf({ input: '/b=odd' })).toContain('plain');
});
