import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WatchChange } from '#contract';
import { createEngine } from '../create-engine.ts';
import { RecentKeys } from '../tasks/recent-keys.ts';
import { ada, config, type EngineFixture, endTask, startEngine } from '../testing/engine-fixture.ts';

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await startEngine();
});
afterAll(() => fixture.end());

async function create(): Promise<string> {
  return (await fixture.engine.createTask(config(), ada)).task.id;
}

/** Longer than the time for which changes gather. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 200));

/** Waits until a watcher receives commits, then empties the list. */
async function untilItHears(changes: WatchChange[]): Promise<void> {
  await expect
    .poll(async () => {
      await create();
      return changes.length;
    })
    .toBeGreaterThan(0);
  await quiet();
  changes.length = 0;
}

test('a wait ends with the task, soon after it', async () => {
  const id = await create();
  const waiting = fixture.engine.waitForTask(id, 10_000).then((task) => ({ task, at: performance.now() }));
  await expect.poll(() => fixture.engine.waitForTask(id, 1)).toMatchObject({ status: 'queued' });
  await endTask(fixture.database, id);
  const endedAt = performance.now();
  const { task, at } = await waiting;
  expect(task.status).toBe('succeeded');
  expect(at - endedAt).toBeLessThan(500);
});

test('a wait on what has ended answers at once; on what does not exist it fails', async () => {
  const id = await create();
  await endTask(fixture.database, id);
  expect((await fixture.engine.waitForTask(id, 10_000)).status).toBe('succeeded');
  await expect(fixture.engine.waitForTask('none', 10_000)).rejects.toMatchObject({ code: 'TaskNotFound' });
});

test('a wait that is over, or aborted, answers with the task as it is', async () => {
  const id = await create();
  expect((await fixture.engine.waitForTask(id, 20)).status).toBe('queued');
  const aborting = new AbortController();
  const waiting = fixture.engine.waitForTask(id, 60_000, aborting.signal);
  aborting.abort();
  expect((await waiting).status).toBe('queued');
});

test('a wait for a task that is deleted fails', async () => {
  const id = await create();
  const waiting = fixture.engine.waitForTask(id, 10_000);
  const failure = expect(waiting).rejects.toMatchObject({ code: 'TaskNotFound' });
  await fixture.engine.deleteTask(id, { force: true });
  await failure;
});

test('a thousand waits are one query a burst, and all end', async () => {
  const ids = await Promise.all(Array.from({ length: 1_000 }, create));
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
  const id = await create();
  await Promise.all([1, 2, 3].map(() => fixture.engine.raiseEvent(id, 'e', 1, ada)));
  await expect.poll(() => changes.flatMap((change) => change.tasks)).toContain(id);
  expect(changes.length).toBeLessThanOrEqual(3);
  for (const change of changes) expect(new Set(change.tasks).size).toBe(change.tasks.length);
  expect(changes.reduce((sum, change) => sum + change.created, 0)).toBe(1);
  stop();
  changes.length = 0;
  await create();
  await quiet();
  expect(changes).toEqual([]);
});

test('more changes than one notice names are an overflow', async () => {
  const changes: WatchChange[] = [];
  const stop = fixture.engine.watch((change) => changes.push(change));
  await untilItHears(changes);
  await Promise.all(Array.from({ length: 200 }, create));
  await expect.poll(() => changes.some((change) => change.isOverflow)).toBe(true);
  await expect.poll(() => changes.reduce((sum, change) => sum + change.created, 0)).toBe(200);
  stop();
});

test('a wait for a new task that another process deleted and created again is for the task that has the id now', async () => {
  const id = await create();
  const other = createEngine(fixture.database);
  await other.deleteTask(id, { force: true });
  await other.createTask(config({ id }), ada);
  const waiting = fixture.engine.waitForTask(id, 10_000);
  await expect.poll(() => fixture.engine.waitForTask(id, 1)).toMatchObject({ status: 'queued' });
  await endTask(fixture.database, id);
  expect((await waiting).status).toBe('succeeded');
  await other.close();
});

test('the last of the created tasks are remembered, each once', () => {
  const keys = new RecentKeys(2);
  for (const [key, id] of ['a', 'b', 'c'].entries()) keys.add(id, key);
  expect(['a', 'b', 'b', 'c'].map((id) => keys.take(id))).toEqual([undefined, 1, undefined, 2]);
});
