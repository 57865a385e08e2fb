import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { taskConfig } from '#contract';
import { connect, type Database, migrate, startEmbedded } from '#database';
import { createTestDatabase, reservePort } from '#database/testing';
import { createEngine, type Engine } from '#engine';
import { endLease, startWorkerProcess, type WorkerProcess } from './testing/worker-process.ts';

const actor = { name: 'ada@example.org' };
/** Events are waited for as long as a test may take. */
const patient = { timeout: 60_000 };
let isOver = false;
const cleanups: (() => Promise<unknown>)[] = [];
let folder: string;
let witnessFile: string;

beforeEach(async () => {
  isOver = false;
  folder = await mkdtemp(join(tmpdir(), 'taskdeck-faults-'));
  await chmod(folder, 0o755);
  witnessFile = join(folder, 'witness');
  await writeFile(witnessFile, '');
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
});
afterEach(async () => {
  isOver = true;
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function worker(databaseUrl: string, name: string): Promise<WorkerProcess> {
  const process = await startWorkerProcess({
    DATABASE_URL: databaseUrl,
    TASKDECK_WORKER_NAME: name,
    TASKDECK_DATA: folder,
    WITNESS_FILE: witnessFile,
  });
  cleanups.push(async () => {
    process.kill('SIGCONT');
    process.kill('SIGKILL');
    await process.ended;
  });
  return process;
}

function engineOver(database: Database): Engine {
  const engine = createEngine(database);
  cleanups.push(() => engine.close());
  return engine;
}

/** Repeats a call until the database is back, or until the test is over. Resolves with its answer. */
async function persist<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (isOver) throw error;
      await delay(100);
    }
  }
}

const executions = async () =>
  (await readFile(witnessFile, 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [key = '', token = '', name = ''] = line.split(' ');
      return { key, token, name };
    });

/** Every task has ended with its two events in order, and no step was executed after its result was recorded. */
async function expectExactlyOnce(engine: Engine, ids: string[]): Promise<void> {
  const last = new Map((await executions()).map(({ key, token }) => [key, token]));
  for (const id of ids) {
    const task = await persist(() => engine.waitForTask(id, patient.timeout));
    expect(task).toMatchObject({ status: 'succeeded', output: [0, 1] });
  }
  for (const { key, token } of await executions()) last.set(key, token);
  for (const id of ids) {
    const steps = (await engine.listSteps(id, 1n, { maxPageSize: 20 })).value.filter(({ kind }) => kind === 'step');
    expect(steps.map(({ name }) => name).toSorted()).toEqual(['four', 'one', 'three', 'two']);
    for (const step of steps) expect(step.output).toBe(last.get(`${id}/1/${step.sequence}`));
    const events = (await engine.listTaskEvents(id, { maxPageSize: 20 })).value;
    const consumed = events.filter(({ consumedBy }) => consumedBy !== undefined);
    expect(consumed.map(({ data }) => data.value).toSorted()).toEqual([0, 1]);
    expect(new Set(consumed.map(({ consumedBy }) => consumedBy?.sequence)).size).toBe(2);
  }
}

/** Creates tasks, at least so many, and raises both events of each until `disturb` is done. Resolves with the acknowledged ids. */
async function underLoad(engine: Engine, count: number, disturb: () => Promise<void>): Promise<string[]> {
  const ids: string[] = [];
  let isDisturbed = true;
  const disturbed = disturb().finally(() => {
    isDisturbed = false;
  });
  const load = async (lane: number) => {
    for (let index = lane; index < count || isDisturbed; index += 20) {
      const id = `task-${index}`;
      await persist(() => engine.createTask(taskConfig.parse({ type: 'witnessed', id }), actor).catch(unlessThere));
      ids.push(id);
      await delay(20);
      await raiseOnce(engine, id, 0);
      await raiseOnce(engine, id, 1);
    }
  };
  await Promise.all([...Array.from({ length: 20 }, (_, lane) => load(lane)), disturbed]);
  return ids;
}

/** A creation whose answer was lost in a crash may have been committed. */
function unlessThere(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'TaskAlreadyExists')) throw error;
}

/** An event whose answer was lost in a crash may have been committed: it is raised again only when it is missing. */
async function raiseOnce(engine: Engine, id: string, value: number): Promise<void> {
  await persist(async () => {
    const there = (await engine.listTaskEvents(id, { maxPageSize: 20 })).value.some(({ data }) => data.value === value);
    if (!there) await engine.raiseEvent(id, 'tick', value, actor);
  });
}

test('kill -9 of a worker under load: every task ends, nothing that was done is done again', async () => {
  const { database, url, drop } = await createTestDatabase();
  cleanups.push(drop);
  const engine = engineOver(database);
  const first = await worker(url, 'first');
  const ids = await underLoad(engine, 300, async () => {
    await expect.poll(async () => (await executions()).length, patient).toBeGreaterThan(150);
    first.kill('SIGKILL');
    await first.ended;
    await endLease(database, 'first');
    await worker(url, 'second');
  });
  await expectExactlyOnce(engine, ids);
  expect(new Set((await executions()).map(({ name }) => name))).toEqual(new Set(['first', 'second']));
}, 120_000);

test('kill -9 of PostgreSQL under load: what was acknowledged is there, and its tasks end', async () => {
  const options = { folder: join(folder, 'postgres'), port: await reservePort(), password: randomUUID() };
  const first = await startEmbedded(options);
  const database = connect(first.url, { connections: 5 });
  cleanups.push(() => database.end({ timeout: 1 }));
  await migrate(database);
  const engine = engineOver(database);
  await worker(first.url, 'only');
  const ids = await underLoad(engine, 200, async () => {
    await expect.poll(async () => (await executions()).length, patient).toBeGreaterThan(100);
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
    const again = await startEmbedded(options);
    cleanups.splice(1, 0, () => again.stop());
  });
  await expectExactlyOnce(engine, ids);
}, 120_000);

test('a worker frozen past its lease loses its run; what it writes when it wakes is refused', async () => {
  const { database, url, drop } = await createTestDatabase();
  cleanups.push(drop);
  const engine = engineOver(database);
  const frozen = await worker(url, 'frozen');
  const { task } = await engine.createTask(taskConfig.parse({ type: 'held' }), actor);
  await expect.poll(async () => (await executions()).length, patient).toBe(1);
  frozen.kill('SIGSTOP');
  await endLease(database, 'frozen');
  await worker(url, 'second');
  await expect.poll(async () => (await executions()).length, patient).toBe(2);
  await writeFile(`${witnessFile}.release`, '');
  const ended = await engine.waitForTask(task.id, patient.timeout);
  frozen.kill('SIGCONT');
  await expect.poll(() => frozen.output(), patient).toContain('silent for longer than its lease');
  const seen = await executions();
  expect(seen.map(({ name }) => name)).toEqual(['frozen', 'second', 'second']);
  expect(ended).toMatchObject({ status: 'succeeded', output: seen[1]?.token, worker: 'second' });
  const steps = (await engine.listSteps(task.id, 1n, { maxPageSize: 5 })).value;
  expect(steps.map(({ output }) => output)).toEqual([seen[1]?.token, seen[2]?.token]);
  expect(await engine.getTask(task.id)).toEqual(ended);
}, 120_000);

test('a worker that loses its lease in full work gives up what it holds and goes on as a new one', async () => {
  const { database, url, drop } = await createTestDatabase();
  cleanups.push(drop);
  const engine = engineOver(database);
  const only = await worker(url, 'only');
  const ids = await underLoad(engine, 200, async () => {
    for (let losses = 0; losses < 5; losses++) {
      const before = (await executions()).length;
      await expect.poll(async () => (await executions()).length, patient).toBeGreaterThan(before + 40);
      // A worker that has not noticed the loss before has no lease to lose, but goes on with the runs that it holds.
      const lost = async () =>
        database`
          with held as (select key from worker where not is_expired for update),
            lost as (update worker w set is_expired = true, busy = 0 from held where w.key = held.key returning w.key)
          select free_runs((select coalesce(array_agg(key), '{}') from lost)) from lost`;
      await expect.poll(async () => (await lost()).count, patient).toBe(1);
    }
  });
  await expectExactlyOnce(engine, ids);
  await expect.poll(() => only.output().match(/silent for longer than its lease/g), patient).toHaveLength(5);
}, 120_000);

test('SIGTERM hands the runs over at once', async () => {
  const { database, url, drop } = await createTestDatabase();
  cleanups.push(drop);
  const engine = engineOver(database);
  const first = await worker(url, 'first');
  const { task } = await engine.createTask(taskConfig.parse({ type: 'held' }), actor);
  await expect.poll(async () => (await executions()).length, patient).toBe(1);
  first.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect((await engine.listWorkers({ maxPageSize: 5 })).value).toEqual([]);
  expect(await engine.getTask(task.id)).toMatchObject({ status: 'queued' });
  await worker(url, 'second');
  await writeFile(`${witnessFile}.release`, '');
  expect(await engine.waitForTask(task.id, patient.timeout)).toMatchObject({ status: 'succeeded' });
  const seen = await executions();
  expect(seen.map(({ name }) => name)).toEqual(['first', 'second', 'second']);
}, 120_000);
