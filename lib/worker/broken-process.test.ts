import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { taskConfig } from '#contract';
import { createTestDatabase } from '#database/testing';
import { createEngine, newSecretsKey, parseSecretsKey, setSecret } from '#engine';
import { startWorkerProcess } from './testing/worker-process.ts';

const tasks = fileURLToPath(new URL('./testing/breaking-tasks.ts', import.meta.url));
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('a run that breaks process after process keeps what it did, is told as the cause, and waits longer each time', async () => {
  const { database, url, drop } = await createTestDatabase();
  cleanups.push(drop);
  const engine = createEngine(database);
  cleanups.push(() => engine.close());
  const id = 'broken';
  const config = taskConfig.parse({ type: 'breaking', id });
  for (let loss = 1; loss <= 3; loss += 1) {
    const name = `worker ${loss}`;
    const process = await startWorkerProcess({ DATABASE_URL: url, TASKDECK_WORKER_NAME: name, TASKDECK_TASKS: tasks });
    if (loss === 1) await engine.createTask(config, { name: 'ada@example.org' });
    expect(await process.ended).toBe(1);
    expect(process.output()).toContain('a handler threw outside of a call');
  }
  expect(await engine.getTask(id)).toMatchObject({
    status: 'retrying',
    attempt: 1,
    waitingFor: { kind: 'backoff', failure: { name: 'WorkerLostError' } },
  });
  const steps = (await engine.listSteps(id, 1n, { maxPageSize: 10 })).value;
  expect(steps[0]).toMatchObject({ name: 'before', status: 'succeeded' });
}, 60_000);

test.each([
  ['looping', 'SIGKILL', /held for 4 s, at run \(file:.*breaking-tasks\.ts:\d+\)/],
  ['exiting', 0, /process\.exit\(0\).*breaking-tasks\.ts:\d+.*a handler ended the process of the worker/],
])(
  'a worker tells by what it ends: %s',
  async (type, end, told) => {
    const { database, url, drop } = await createTestDatabase();
    cleanups.push(drop);
    const engine = createEngine(database);
    cleanups.push(() => engine.close());
    const environment = { DATABASE_URL: url, TASKDECK_TASKS: tasks, TASKDECK_WORKER_LEASE_MS: '1000' };
    const worker = await startWorkerProcess(environment);
    cleanups.push(async () => worker.kill('SIGKILL'));
    await engine.createTask(taskConfig.parse({ type }), { name: 'ada@example.org' });
    expect(await worker.ended).toBe(end);
    expect(worker.output()).toMatch(told);
  },
  30_000,
);

test('what a handler leaves rejected ends no worker, and is logged without the members of the error and without secrets', async () => {
  const { database, url, drop } = await createTestDatabase();
  cleanups.push(drop);
  const engine = createEngine(database);
  cleanups.push(() => engine.close());
  const key = newSecretsKey();
  const secretsKey = parseSecretsKey(key);
  if (secretsKey === undefined) throw new Error('no key');
  const ada = { name: 'ada@example.org', usesSecrets: true };
  await setSecret(database, secretsKey, { name: 'KEY', value: 'secret-of-the-input' }, ada);
  const process = await startWorkerProcess({ DATABASE_URL: url, TASKDECK_TASKS: tasks, TASKDECK_SECRETS_KEY: key });
  const config = taskConfig.parse({ type: 'careless', input: { key: { $secret: 'KEY' } } });
  const { task } = await engine.createTask(config, ada);
  const statusOf = async () => (await engine.getTask(task.id)).status;
  await expect.poll(statusOf, { timeout: 10_000 }).toBe('succeeded');
  process.kill('SIGTERM');
  expect(await process.ended).toBe(0);
  expect(process.output()).toContain('declined');
  expect(process.output().split('left a rejected promise unhandled')).toHaveLength(6);
  expect(process.output()).not.toMatch(/open-sesame|secret-of-the-input/);
  expect(process.output().split('no such key: ***')).toHaveLength(4); // with the one of the stack
}, 60_000);
