import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { taskConfig } from '#contract';
import { createTestDatabase } from '#database/testing';
import { createEngine } from '#engine';
import { endLease, startWorkerProcess, type WorkerProcess } from './testing/worker-process.ts';

const tasks = fileURLToPath(new URL('./testing/counting-tasks.ts', import.meta.url));
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const taskCount = 300;
const counterCount = 60;

test('kill -9 of a worker whose runs count on shared entries: every count is there once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-state-faults-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const { database, url, drop } = await createTestDatabase();
  cleanups.push(drop);
  const engine = createEngine(database);
  cleanups.push(() => engine.close());
  const work = async (name: string): Promise<WorkerProcess> => {
    const environment = { DATABASE_URL: url, TASKDECK_WORKER_NAME: name, TASKDECK_DATA: folder, TASKDECK_TASKS: tasks };
    const process = await startWorkerProcess(environment);
    cleanups.push(async () => {
      process.kill('SIGKILL');
      await process.ended;
    });
    return process;
  };
  const entries = async (prefix: string) =>
    database<{ id: string; version: number; value: string }[]>`
      select e.id, e.version, e.value from state_entry e where e.id like ${`${prefix}/%`} order by e.id`;

  const ids = Array.from({ length: taskCount }, (_, index) => `task-${index}`);
  const countersOf = (index: number) => [0, 17, 41].map((step) => String((index + step) % counterCount));
  const first = await work('first');
  const input = (index: number) => ({ counters: countersOf(index) });
  await Promise.all(
    ids.map((id, index) =>
      engine.createTask(taskConfig.parse({ type: 'counting', id, input: input(index) }), { name: 'ada@example.org' }),
    ),
  );
  await expect.poll(async () => (await entries('counted')).length, { timeout: 60_000 }).toBeGreaterThan(150);
  first.kill('SIGKILL');
  await first.ended;
  await endLease(database, 'first');
  expect((await entries('done')).length).toBeLessThan(taskCount);
  await work('second');

  for (const id of ids) expect(await engine.waitForTask(id, 60_000)).toMatchObject({ status: 'succeeded' });
  const expected = new Map<string, number>();
  for (const index of ids.keys())
    for (const counter of countersOf(index)) expected.set(counter, (expected.get(counter) ?? 0) + 1);
  const counters = await entries('counter');
  expect(counters).toHaveLength(counterCount);
  for (const { id, version, value } of counters) {
    const count = expected.get(id.slice('counter/'.length));
    expect([id, version, Number(value)]).toEqual([id, count, count]);
  }
  const counted = await entries('counted');
  expect(counted).toHaveLength(taskCount * 3);
  expect(new Set([...counted, ...(await entries('done'))].map(({ version }) => version))).toEqual(new Set([1]));
  expect(await entries('done')).toHaveLength(taskCount);
  const [twice] = await database`select count(*) as found from state_version`;
  const changes = counters.reduce((sum, { version }) => sum + version - 1, 0);
  expect(twice?.found).toBe(changes);
}, 120_000);
