import { expect, onTestFinished, test } from 'vitest';
import type { WatchChange } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { createEngine } from '../create-engine.ts';
import { RecentTasks } from '../tasks/recent-tasks.ts';
import { ada, config, endTask, startEngine } from '../testing/engine-fixture.ts';
import { openChangeFeed } from './change-feed.ts';
import { TaskWaits } from './wait-for-task.ts';

const fixture = started(startEngine, 'end');

/** Longer than the time for which changes gather. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 200));

/** Waits until a watcher receives commits, then empties the list. */
async function untilItHears(changes: WatchChange[]): Promise<void> {
  await expect
    .poll(async () => {
      await fixture.create();
      return changes.length;
    })
    .toBeGreaterThan(0);
  await quiet();
  changes.length = 0;
}

test('a wait ends with the task, soon after it', async () => {
  const id = await fixture.create();
  const waiting = fixture.engine.waitForTask(id, 10_000).then((task) => ({ task, at: performance.now() }));
  await expect.poll(() => fixture.engine.waitForTask(id, 1)).toMatchObject({ status: 'queued' });
  await endTask(fixture.database, id);
  const endedAt = performance.now();
  const { task, at } = await waiting;
  expect(task.status).toBe('succeeded');
  expect(at - endedAt).toBeLessThan(500);
});

test('a wait on what has ended answers at once; on what does not exist it fails', async () => {
  const id = await fixture.create();
  await endTask(fixture.database, id);
  expect((await fixture.engine.waitForTask(id, 10_000)).status).toBe('succeeded');
  await expect(fixture.engine.waitForTask('none', 10_000)).rejects.toMatchObject({ code: 'TaskNotFound' });
});

test('a wait that is over, or aborted, answers with the task as it is', async () => {
  const id = await fixture.create();
  expect((await fixture.engine.waitForTask(id, 20)).status).toBe('queued');
  const aborting = new AbortController();
  const waiting = fixture.engine.waitForTask(id, 60_000, aborting.signal);
  aborting.abort();
  expect((await waiting).status).toBe('queued');
});

test('a wait for a task that is deleted fails', async () => {
  const id = await fixture.create();
  const waiting = fixture.engine.waitForTask(id, 10_000);
  const failure = expect(waiting).rejects.toMatchObject({ code: 'TaskNotFound' });
  await fixture.engine.deleteTask(id, { force: true });
  await failure;
});

test('a thousand waits are one query a burst, and all end', async () => {
  const ids = await Promise.all(Array.from({ length: 1_000 }, () => fixture.create()));
  const waits = ids.map((id) => fixture.engine.waitForTask(id, 30_000));
  await fixture.database`
    with gone as (delete from active_run where task_key in (select key from task where id = any(${ids}::text[])) returning *)
    insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, queued_on)
    select task_key, run_count, true, 'succeeded', trigger, triggered_by, attempt, queued_on from gone`;
  await fixture.database`select pg_notify('taskdeck_change', '{"t":[],"c":0,"m":1}')`;
  const tasks = await Promise.all(waits);
  expect(new Set(tasks.map((task) => task.status))).toEqual(new Set(['succeeded']));
}, 20_000);

test('a watcher hears of changes, ids once each, gathered, until it stops', async () => {
  const changes: WatchChange[] = [];
  const stop = fixture.engine.watch((change) => changes.push(change));
  await untilItHears(changes);
  const id = await fixture.create();
  await Promise.all([1, 2, 3].map(() => fixture.engine.raiseEvent(id, 'e', 1, ada)));
  await expect.poll(() => changes.flatMap((change) => change.tasks)).toContain(id);
  expect(changes.length).toBeLessThanOrEqual(3);
  for (const change of changes) expect(new Set(change.tasks).size).toBe(change.tasks.length);
  expect(changes.reduce((sum, change) => sum + change.created, 0)).toBe(1);
  stop();
  changes.length = 0;
  await fixture.create();
  await quiet();
  expect(changes).toEqual([]);
});

test('more changes than one notice names are an overflow', async () => {
  const changes: WatchChange[] = [];
  const stop = fixture.engine.watch((change) => changes.push(change));
  await untilItHears(changes);
  await Promise.all(Array.from({ length: 200 }, () => fixture.create()));
  await expect.poll(() => changes.some((change) => change.isOverflow)).toBe(true);
  await expect.poll(() => changes.reduce((sum, change) => sum + change.created, 0)).toBe(200);
  stop();
});

test('a wait for a new task that another process deleted and created again is for the task that has the id now', async () => {
  const id = await fixture.create();
  const other = createEngine(fixture.database);
  await other.deleteTask(id, { force: true });
  await other.createTask(config({ id }), ada);
  const waiting = fixture.engine.waitForTask(id, 10_000);
  await expect.poll(() => fixture.engine.waitForTask(id, 1)).toMatchObject({ status: 'queued' });
  await endTask(fixture.database, id);
  expect((await waiting).status).toBe('succeeded');
  await other.close();
});

/** Waits of a process that listens, with the number of queries that they have made. */
async function countedWaits() {
  const counted = { queries: 0 };
  const database = new Proxy(fixture.database, {
    apply(target, self, given) {
      counted.queries += 1;
      return Reflect.apply(target, self, given);
    },
  });
  const feed = openChangeFeed(fixture.database);
  const recent = new RecentTasks();
  const waits = new TaskWaits(database, feed, recent);
  onTestFinished(async () => {
    await waits.close();
    await feed.close();
  });
  const createHere = async () => {
    const createdAfter = performance.now();
    const id = await fixture.create();
    const [row] = await fixture.database<{ key: number }[]>`select key from task where id = ${id}`;
    recent.add(id, { key: Number(row?.key), createdAfter });
    return id;
  };
  await waits.wait(await createHere(), 1);
  const settled = async () => {
    await quiet();
    counted.queries = 0;
  };
  await settled();
  return { counted, waits, createHere, settled };
}

test('a new task is not read before it has ended', async () => {
  const { counted, waits, createHere } = await countedWaits();
  const id = await createHere();
  const waiting = waits.wait(id, 10_000);
  await fixture.create();
  await fixture.engine.raiseEvent(id, 'e', 1, ada);
  await quiet();
  expect(counted.queries).toBe(0);
  await endTask(fixture.database, id);
  expect((await waiting)?.status).toBe('succeeded');
});

test('a new task that has ended before the wait begins is read at once', async () => {
  const { counted, waits, createHere, settled } = await countedWaits();
  const id = await createHere();
  await endTask(fixture.database, id);
  await settled();
  const waiting = waits.wait(id, 10_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(counted.queries).toBeGreaterThan(0);
  expect((await waiting)?.status).toBe('succeeded');
});

test('the last of the created tasks are remembered, each once', () => {
  const tasks = new RecentTasks(2);
  for (const [key, id] of ['a', 'b', 'c'].entries()) tasks.add(id, { key, createdAfter: 0 });
  expect(['a', 'b', 'b', 'c'].map((id) => tasks.take(id)?.key)).toEqual([undefined, 1, undefined, 2]);
});
