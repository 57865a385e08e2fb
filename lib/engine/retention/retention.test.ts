import { beforeEach, expect, test } from 'vitest';
import { eventListQuery, logSearchQuery, logSearchVolumeQuery, stateInput, type TaskConfig } from '#contract';
import { changeNotice, channels, sweeping, tryLock } from '#database';
import { createState } from '#state';
import { started } from '../../contract/testing/started.ts';
import { getLogVolumeOfTasks } from '../logs/get-log-volume-of-tasks.ts';
import { listLogsOfTasks } from '../logs/list-logs-of-tasks.ts';
import { flushJournal } from '../run/flush.ts';
import { indexBatch } from '../search/index-batch.ts';
import { heldTask, stepOf } from '../testing/claims-by-hand.ts';
import { ada, endTask, startEngine } from '../testing/engine-fixture.ts';
import { beforeAllEnds, type EndedRun, expireRuns, expireTasks } from './expire-runs.ts';
import { purgeDeleted } from './purge-deleted.ts';
import { purgeRemoved } from './remove-runs.ts';

const fixture = started(startEngine, 'end');
beforeEach(async () => {
  await fixture.owner`truncate task, active_run, run, step, log_entry, external_event, deleted_task, removed_run`;
});

const hour = 3_600_000;
const schedule = { cron: '0 3 * * *', timeZone: 'UTC' };

/** Creates a task with this many ended runs, each with a step, a log entry and a consumed event. */
async function withRuns(given: Partial<TaskConfig>, amount: number): Promise<string> {
  const id = await fixture.create(given);
  for (let run = 1; run <= amount; run++) {
    await fixture.database`
      update active_run set status = 'queued', due_on = null where task_key = (select key from task where id = ${id})`;
    await fixture.engine.raiseEvent(id, 'go', run, ada);
    const held = await heldTask(fixture.database, id, 'w1');
    const wait = {
      kind: 'wait' as const,
      run: held.run,
      sequence: 0,
      waitKind: 'event' as const,
      target: 'go',
      passesEventsOn: false,
      settle() {},
    };
    await flushJournal(fixture.database, held.owner, [held.run], [stepOf(held.run), wait], undefined, null);
    await fixture.engine.writeLogs(id, BigInt(run), { entries: [{ message: `run ${run}` }] }, 'ada');
    await endTask(fixture.database, id);
    if (run < amount) await fixture.engine.rerunTask(id, {}, ada);
  }
  return id;
}

/** Moves the end of the run this far into the past. */
async function age(id: string, agoInMs: number, runCount?: number): Promise<void> {
  await fixture.database`
    update run set ended_on = now() - ${agoInMs}::float8 * interval '1 ms'
    where task_key = (select key from task where id = ${id}) ${runCount === undefined ? fixture.database`` : fixture.database`and run_count = ${runCount}`}`;
}
const runsOf = async (id: string) =>
  (await fixture.engine.listHistory(id, { maxPageSize: 100, orderBy: 'runCount asc' })).value.map(
    ({ runCount }) => runCount,
  );
const isThere = async (id: string) => (await fixture.database`select from task where id = ${id}`).length === 1;
const expire = (fallback = {}) => expireRuns(fixture.database, fallback, 0);
const expireAll = () => expireTasks(fixture.database, hour, beforeAllEnds);
async function purgeAll(): Promise<void> {
  for (const purge = sweeping(0, (after) => purgeDeleted(fixture.database, after)); await purge(); );
  while (await purgeRemoved(fixture.database));
}

test('exactly the newest runs stay, with what belongs to them and nothing else', async () => {
  const id = await withRuns({ retention: { maximumRuns: 2 } }, 4);
  await fixture.engine.raiseEvent(id, 'unread', 1, ada);
  await expire();
  expect(await runsOf(id)).toEqual([3, 4]);
  await purgeAll();
  const [left] = await fixture.database`
    select (select array_agg(run_count order by run_count) from step) as steps,
      (select array_agg(run_count order by run_count) from log_entry) as logs,
      (select array_agg(consumed_run_count order by consumed_run_count) from external_event where consumed_on is not null) as read,
      (select count(*)::integer from external_event where consumed_on is null) as unread`;
  expect(left).toEqual({ steps: [3, 4], logs: [3, 4], read: [3, 4], unread: 1 });
});

test('nobody finds what belongs to a run that was removed, also before it is deleted', async () => {
  const { database, engine } = fixture;
  const state = createState({ database });
  const entry = { namespace: '', storeName: 'seen', id: 'e' };
  await state.save(entry, stateInput.parse({ id: 'e', value: 1 }), { kind: 'operator', id: 'op1', name: 'ada' });
  const id = await withRuns({ retention: { maximumRuns: 1 } }, 3);
  await database`
    insert into state_access (task_key, run_count, sequence, store_key, id, access)
    select s.task_key, s.run_count, s.sequence, (select key from state_store where name = 'seen'), 'e', 'read' from step s`;
  const find = async () => ({
    logs: (await listLogsOfTasks(database, logSearchQuery.parse({}))).value.map(({ runCount }) => runCount),
    volume: (await getLogVolumeOfTasks(database, logSearchVolumeQuery.parse({}))).intervals.map(({ info }) => info),
    events: (await engine.listEvents(eventListQuery.parse({}))).value.map(({ runCount }) => runCount),
    ofTask: (await engine.listTaskEvents(id, { maxPageSize: 9 })).value.map(({ runCount }) => runCount),
    access: (await state.listAccess(entry, { maxPageSize: 9 })).value.map(({ runCount }) => runCount),
  });
  const sumOf = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0);
  const before = await find();
  expect({ ...before, volume: sumOf(before.volume) }).toEqual({
    ...{ logs: [3, 2, 1], volume: 3, events: [3, 2, 1], ofTask: [1, 2, 3] },
    access: [3, 2, 1],
  });
  await expire();
  const after = await find();
  expect({ ...after, volume: sumOf(after.volume) }).toEqual({
    ...{ logs: [3], volume: 1, events: [3], ofTask: [3], access: [3] },
  });
});

test('an active run counts among the newest, and the last one stays though it is beyond the maximum', async () => {
  const active = await withRuns({ retention: { maximumRuns: 2 } }, 3);
  await fixture.engine.rerunTask(active, {}, ada);
  const one = await withRuns({ retention: { maximumRuns: 1 } }, 3);
  await expire();
  expect(await runsOf(active)).toEqual([3, 4]);
  expect(await runsOf(one)).toEqual([3]);
});

test('runs that ended longer ago than the maximum age go, whichever they are; younger ones stay', async () => {
  const id = await withRuns({ retention: { maximumAgeInMs: hour } }, 4);
  await age(id, hour + 60_000, 1);
  await age(id, hour - 60_000, 2);
  await age(id, 2 * hour, 3);
  await expire();
  expect(await runsOf(id)).toEqual([2, 4]);
});

test('a task goes as a whole when its last run ended longer ago than its maximum age', async () => {
  const [old, young] = [
    await withRuns({ retention: { maximumAgeInMs: hour } }, 1),
    await withRuns({ retention: { maximumAgeInMs: hour } }, 1),
  ];
  await age(old, hour + 60_000);
  await age(young, hour - 60_000);
  await expire();
  await purgeAll();
  expect([await isThere(old), await isThere(young)]).toEqual([false, true]);
  const [left] = await fixture.database`
    select (select count(distinct task_key)::integer from step) as steps, (select count(*)::integer from deleted_task) as marks`;
  expect(left).toEqual({ steps: 1, marks: 0 });
});

test("the service's own retention is for schedules without one of their own, which comes first", async () => {
  const [plain, own, unscheduled] = [
    await withRuns({ schedule }, 4),
    await withRuns({ schedule, retention: { maximumAgeInMs: 100 * hour } }, 4),
    await withRuns({}, 4),
  ];
  await expire({ maximumRuns: 2 });
  expect([await runsOf(plain), await runsOf(own), await runsOf(unscheduled)]).toEqual([
    [3, 4],
    [1, 2, 3, 4],
    [1, 2, 3, 4],
  ]);
  await age(plain, 2 * hour, 3);
  await age(own, 2 * hour, 3);
  await expire({ maximumAgeInMs: hour });
  expect([await runsOf(plain), await runsOf(own)]).toEqual([[4], [1, 2, 3, 4]]);
});

test('tasks without a retention go at the age of the service; younger, active and others stay', async () => {
  const [old, young, own, active] = [
    await withRuns({}, 1),
    await withRuns({}, 1),
    await withRuns({ retention: { maximumRuns: 5 } }, 1),
    await withRuns({}, 1),
  ];
  await fixture.engine.rerunTask(active, {}, ada);
  for (const id of [old, own, active]) await age(id, hour + 60_000);
  await age(young, hour - 60_000);
  expect(await expireAll()).toBeUndefined();
  expect(await Promise.all([old, young, own, active].map(isThere))).toEqual([false, true, true, true]);
});

test('a sweep by the end of runs reads each of them once, whether its task stays, goes or is gone', async () => {
  await fixture.database`
    insert into task (id, type, queue, priority, retention, created_by, modified_by)
    select 'bulk-' || n, 'bulk', 'default', 0, case when n % 3 = 0 then '{"maximumRuns":9}'::jsonb end, 'ada', 'ada'
    from generate_series(1, 2500) n`;
  await fixture.database`
    insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, queued_on, ended_on)
    select key, 1, true, 'succeeded', 'create', 'ada', 1, now(), now() - interval '2 hours' from task`;
  await fixture.database`delete from task where key % 5 = 0`; // their runs are still to be purged
  const reached: unknown[] = [];
  for (let at: EndedRun | undefined = beforeAllEnds; at !== undefined; ) {
    at = await expireTasks(fixture.database, hour, at);
    reached.push(at?.taskKey);
  }
  const keys = await fixture.database<{ key: number }[]>`select task_key as key from run order by task_key`;
  expect(reached).toEqual([keys[999]?.key, keys[1999]?.key, undefined]);
  expect(await fixture.database`select from task where retention is null`).toHaveLength(0);
  expect((await fixture.database`select from task`).length).toBeGreaterThan(600);
});

test('the next deleted tasks follow those that were purged', async () => {
  await fixture.database`insert into deleted_task (task_key) select generate_series(1, 1500)`;
  const reached = await purgeDeleted(fixture.database, 0);
  expect(reached).toBe(1000);
  await fixture.database`insert into deleted_task (task_key) values (7)`;
  expect(await purgeDeleted(fixture.database, 1000)).toBeUndefined();
  expect(await fixture.database`select task_key from deleted_task`).toEqual([{ task_key: 7 }]);
  await purgeAll();
  expect(await fixture.database`select from deleted_task`).toHaveLength(0);
});

test('a sweep goes on where it stopped and tells when it is over', async () => {
  const ids = [
    await withRuns({ retention: { maximumRuns: 1 } }, 2),
    await withRuns({ retention: { maximumRuns: 1 } }, 2),
  ];
  const [first] = await fixture.database<{ key: number }[]>`select key from task where id = ${ids[0] ?? ''}`;
  const next = await expireRuns(fixture.database, {}, first?.key ?? 0);
  expect([await runsOf(ids[0] ?? ''), await runsOf(ids[1] ?? '')]).toEqual([[1, 2], [2]]);
  expect(next).toBeDefined();
  expect(await expireRuns(fixture.database, {}, next ?? 0)).toBeUndefined();
});

test('a sweep stays at a task that has more runs to remove than one call does', async () => {
  const id = await withRuns({ retention: { maximumRuns: 1 } }, 1);
  await fixture.database`update run set run_count = 202`;
  await fixture.database`
    insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, queued_on, ended_on)
    select key, n, false, 'succeeded', 'rerun', 'ada', 1, now(), now() from task, generate_series(1, 201) n`;
  expect(await expire()).toBe(0);
  expect(await expire()).toBeGreaterThan(0);
  expect(await runsOf(id)).toEqual([202]);
});

test('one process at a time sweeps', async () => {
  const id = await withRuns({ retention: { maximumRuns: 1 } }, 2);
  await fixture.database.begin(async (transaction) => {
    expect(await tryLock(transaction, 'retention')).toBe(true);
    expect(await expire()).toBeUndefined();
  });
  expect(await runsOf(id)).toEqual([1, 2]);
});

const ways: [name: string, given: Partial<TaskConfig>, remove: (id: string) => Promise<unknown>][] = [
  ['is deleted', {}, (id) => fixture.engine.deleteTask(id, {})],
  ['is older than its own retention', { retention: { maximumAgeInMs: hour } }, () => expire()],
  ['is older than that of the service', {}, expireAll],
];

test.each(ways)('nothing is left of a task that %s', async (_, given, remove) => {
  const id = await withRuns({ name: 'to be found', tags: { team: 'a', to: 'b' }, ...given }, 2);
  await fixture.engine.updateTask(id, { input: 'for a run to come' }, ada);
  await fixture.database`update task set created_on = now() - interval '1 minute'`;
  await indexBatch(fixture.database);
  const [task] = await fixture.database<{ key: number }[]>`select key from task where id = ${id}`;
  const key = task?.key ?? 0;
  await fixture.database`
    insert into state_access (task_key, run_count, sequence, store_key, id, access) values (${key}, 1, 0, 1, 'a', 'read')`;
  await fixture.database`
    insert into value_entry (index_key, task_key, kind, number, body) values (1, ${key}, 1, 1, '')`;
  const tables = await fixture.database<{ name: string }[]>`
    select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'task_key' and t.table_type = 'BASE TABLE'
      and c.table_name <> 'search_progress'`;
  const kept = async () => {
    const found = await Promise.all(
      tables.map(async ({ name }) => {
        const rows = await fixture.database`select from ${fixture.database(name)} where task_key = ${key} limit 1`;
        return rows.length > 0 ? [name] : [];
      }),
    );
    return found.flat();
  };
  expect(await kept()).toEqual(
    expect.arrayContaining([
      'run',
      'step',
      'log_entry',
      'external_event',
      'state_access',
      'task_input',
      'task_tag',
      'search_text',
      'value_entry',
    ]),
  );
  await age(id, 2 * hour);
  await remove(id);
  await purgeAll();
  expect(await isThere(id)).toBe(false);
  expect(await kept()).toEqual([]);
});

test('what is left of a deleted task is removed batch by batch, until there is nothing', async () => {
  await fixture.database`insert into deleted_task (task_key) values (1), (2)`;
  await fixture.database`
    insert into log_entry (task_key, run_count, attempt, level, message) select 1, 1, 1, 'info', 'x' from generate_series(1, 5001)`;
  await fixture.database`
    insert into log_entry (task_key, run_count, attempt, level, message) values (3, 1, 1, 'info', 'of another')`;
  expect(await purgeDeleted(fixture.database, 0)).toBe(0);
  expect(await fixture.database`select from deleted_task`).toHaveLength(2);
  expect(await purgeDeleted(fixture.database, 0)).toBeUndefined();
  expect(await fixture.database`select from deleted_task`).toHaveLength(0);
  expect(await fixture.database`select task_key from log_entry`).toEqual([{ task_key: 3 }]);
});

test('the next sweep begins with the first task again', async () => {
  const id = await withRuns({ retention: { maximumRuns: 1 } }, 2);
  const next = sweeping(0, (after) => expireRuns(fixture.database, {}, after));
  const sweep = async () => {
    for (let isMore = true; isMore; ) isMore = await next();
  };
  await sweep();
  expect(await runsOf(id)).toEqual([2]);
  await fixture.engine.rerunTask(id, {}, ada);
  await endTask(fixture.database, id);
  await sweep();
  expect(await runsOf(id)).toEqual([3]);
});

test('watchers are told of the tasks that are removed, and of those whose runs are', async () => {
  const [aged, shortened, old, kept] = [
    await withRuns({ retention: { maximumAgeInMs: hour } }, 1),
    await withRuns({ retention: { maximumRuns: 1 } }, 2),
    await withRuns({}, 1),
    await withRuns({}, 1),
  ];
  await age(aged, 2 * hour);
  await age(old, 2 * hour);
  const told = new Set<string>();
  const removed = () => [...told].filter((id) => id !== 'heard').toSorted();
  const stop = fixture.engine.watch(({ tasks }) => {
    for (const id of tasks) told.add(id);
  });
  const hears = async () => {
    await fixture.database`select pg_notify(${channels.change}, ${changeNotice({ ids: ['heard'] })})`;
    return told.has('heard');
  };
  try {
    await expect.poll(hears).toBe(true); // it begins to listen a moment after the call
    await expire();
    await expect.poll(removed).toEqual([aged, shortened].toSorted());
    await expireAll();
    await expect.poll(removed).toEqual([aged, shortened, old].toSorted());
    expect(told).not.toContain(kept);
  } finally {
    stop();
  }
});
