import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { scopes } from '#contract';
import { createTestDatabase } from '#database/testing';
import { type RunningService, startService } from '#service';
import { defineTask, NonRetryableError, type RunningWorker, startWorker } from '#worker';
import { started } from '../contract/testing/started.ts';
import { temporaryFolder } from '../contract/testing/temporary-folder.ts';
import { TaskClient } from './index.ts';

const sum = defineTask({
  type: 'test.sum',
  input: z.object({ numbers: z.array(z.number()) }),
  async run(ctx, { numbers }) {
    ctx.log.info('adding', { count: numbers.length });
    ctx.log.debug('done soon');
    return ctx.step('add', () => {
      if (numbers.length === 0) throw new NonRetryableError('nothing to add');
      return numbers.reduce((total, number) => total + number, 0);
    });
  },
});

const greet = defineTask({
  type: 'test.greet',
  events: { name: z.object({ name: z.string() }) },
  run: async (ctx) => `hello ${(await ctx.waitForEvent('name')).name}`,
});

const echo = defineTask({ type: 'test.echo', run: (_, input) => input });

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // a machine may be busy

const eventually = { timeout: 30_000 };
const test_ = started(createTestDatabase, 'drop');
const folder = temporaryFolder('client');
let service: RunningService;
let worker: RunningWorker;
let client: TaskClient;
beforeAll(async () => {
  const adminPassword = 'a password to test with';
  service = await startService({
    databaseUrl: test_.url,
    port: 0,
    dataFolder: folder,
    adminPassword,
    logLevel: 'silent',
  });
  worker = await startWorker({ databaseUrl: test_.url, definitions: [sum, greet, echo], slots: 20 });
  const anonymous = new TaskClient(service.url, 'anonymous');
  const { accessToken } = await anonymous.signInAsync({ email: 'admin@localhost', password: adminPassword });
  client = new TaskClient(service.url, { accessToken });
});
afterAll(async () => {
  await worker.stop();
  await service.close();
});

test('signs in, and tells who it is and what it may', async () => {
  expect(await client.getIdentityAsync()).toMatchObject({ kind: 'operator', scopes: expect.any(Array) });
  expect((await client.getIdentityAsync()).scopes).toHaveLength(scopes.length);
  await expect(new TaskClient(service.url, { key: 'no such key' }).getIdentityAsync()).rejects.toMatchObject({
    statusCode: 401,
    code: 'Unauthenticated',
  });
});

test('creates a task and answers its output, steps, log and history', async () => {
  const input = { type: 'test.sum', name: 'one and two', input: { numbers: [1, 2] } };
  expect(await client.createTaskAndWaitForResultAsAsync<number>(input)).toBe(3);
  const task = await client.createTaskAndWaitForResultAsync(input);
  expect(task).toMatchObject({ status: 'succeeded', output: 3, runCount: 1 });
  const { value: steps } = await client.getStepsClient().listStepsAsync(task.id, 1).byPage().next();
  expect(steps).toMatchObject([{ name: 'add', status: 'succeeded', output: 3 }]);
  expect(await client.getStepsClient().getStepAsync(task.id, 1n, 0)).toMatchObject({ name: 'add' });
  const logs = client.getLogsClient();
  await logs.writeLogsAsync(task.id, 1, [{ level: 'warn', message: 'from outside', fields: { n: 2n ** 60n } }]);
  const messages: string[] = [];
  for await (const entry of logs.followLogsAsync(task.id, 1)) messages.push(entry.message);
  expect(messages).toEqual(['adding', 'done soon', 'from outside']);
  const written = [];
  for await (const { fields, writtenBy } of logs.listLogsAsync(task.id, 1)) written.push([fields?.n, writtenBy]);
  const { name } = await client.getIdentityAsync();
  expect(written, 'only what did not come from the run has an author').toEqual([
    [undefined, undefined],
    [undefined, undefined],
    [2n ** 60n, name],
  ]);
  expect(await client.getTaskHistoryAsync(task.id, 1)).toMatchObject({ isCurrent: true, status: 'succeeded' });
});

test('carries numbers through that no double holds', async () => {
  const input = { id: 9007199254740993n, deep: [-(2n ** 80n)] };
  expect(await client.createTaskAndWaitForResultAsAsync({ type: 'test.echo', input })).toEqual(input);
});

test('a failed task is told as one, and runs again on another input', async () => {
  const operation = await client.createTaskAndWaitAsync({ type: 'test.sum', input: { numbers: [] } });
  expect(await operation.waitForCompletion({ pollingIntervalInMs: 20 })).toMatchObject({ status: 'failed' });
  expect(() => operation.value).toThrow('nothing to add');
  await client.rerunTaskAsync(operation.id, { input: { numbers: [4, 5] } });
  await expect
    .poll(() => client.getTaskAsync(operation.id), eventually)
    .toMatchObject({ status: 'succeeded', output: 9, runCount: 2 });
  const again = await client.rehydrateCreateTaskAndWaitAsync(operation.toString());
  expect([again.hasCompleted, again.hasValue]).toEqual([true, false]);
  const runs: unknown[] = [];
  for await (const run of client.listTaskHistoryAsync(operation.id)) runs.push([run.runCount, run.status, run.trigger]);
  expect(runs).toEqual([
    [2, 'succeeded', 'rerun'],
    [1, 'failed', 'create'],
  ]);
  const withValues = { id: [operation.id], includeInput: true, includeOutput: true };
  expect((await client.listTasksAsync(withValues).next()).value).toMatchObject({
    input: { numbers: [4, 5] },
    output: 9,
  });
  const { value: bare } = await client.listTasksAsync({ id: [operation.id] }).next();
  expect(bare).not.toHaveProperty('input');
  expect(bare).not.toHaveProperty('output');
});

test('raises an event on a task that waits for it, and watches it happen', async () => {
  const stop = new AbortController();
  const watching = client.watchAsync({ abortSignal: stop.signal });
  expect((await watching.next()).value).toEqual({ kind: 'ready' });
  const { id } = await client.createTaskAsync({ type: 'test.greet' });
  await expect.poll(async () => (await client.getTaskAsync(id)).waitingFor?.eventName, eventually).toBe('name');
  expect((await client.listEventWaitsAsync({ taskId: id }).next()).value).toMatchObject({ eventName: 'name' });
  await client.raiseTaskEventAsync(id, 'name', { value: { name: 'Ada' } });
  expect(await client.getTaskAsync(id, { waitInMs: 10_000 })).toMatchObject({
    status: 'succeeded',
    output: 'hello Ada',
  });
  expect((await client.listTaskExternalEventsAsync(id).next()).value).toMatchObject({ name: 'name', consumedBy: {} });
  const changed = await watching.next();
  expect(changed.value).toMatchObject({ kind: 'change', tasks: expect.arrayContaining([id]) });
  stop.abort();
  await expect(watching.next()).rejects.toMatchObject({ name: 'AbortError' });
});

test('pauses, resumes, changes, cancels and deletes', async () => {
  const task = await client.createTaskAsync({ type: 'test.greet', tags: { a: '1' } });
  expect(await client.pauseTaskAsync(task.id, { reason: 'a look first' })).toMatchObject({ status: 'paused' });
  expect((await client.resumeTaskAsync(task.id)).status).not.toBe('paused');
  const { etag } = await client.getTaskAsync(task.id);
  expect(await client.updateTaskAsync(task.id, { tags: { a: null, b: '2' } }, { ifMatch: etag })).toMatchObject({
    tags: { b: '2' },
  });
  await expect(client.updateTaskAsync(task.id, { priority: 3 }, { ifMatch: etag })).rejects.toMatchObject({
    code: 'PreconditionFailed',
  });
  await expect(client.deleteTaskAsync(task.id)).rejects.toMatchObject({ code: 'TaskIsActive' });
  expect(await client.cancelTaskAsync(task.id)).toMatchObject({ status: 'cancelled' });
  await expect(client.cancelTaskAsync(task.id)).rejects.toMatchObject({ code: 'InvalidTransition', statusCode: 409 });
  expect(await client.deleteTaskAsync(task.id)).toBeUndefined();
  await expect(client.getTaskAsync(task.id)).rejects.toMatchObject({ code: 'TaskNotFound' });
});

test('pages through a list by token, each task once', async () => {
  const tags = { paged: 'yes' };
  const made = await Promise.all(Array.from({ length: 7 }, () => client.createTaskAsync({ type: 'test.echo', tags })));
  const seen: string[] = [];
  let continuationToken: string | undefined;
  do {
    const pages = client.listTasksAsync({ tag: ['paged=yes'] });
    const { value } = await pages.byPage({ maxPageSize: 3, ...(continuationToken && { continuationToken }) }).next();
    seen.push(...value.map(({ id }: { id: string }) => id));
    continuationToken = value.continuationToken;
  } while (continuationToken !== undefined);
  expect(seen.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
});

test('tells about types, workers, queues, statistics, limits and audit', async () => {
  expect(await client.getTaskTypeAsync('test.sum')).toMatchObject({ inputSchema: { type: 'object' }, workerCount: 1 });
  expect((await client.listTaskTypesAsync().next()).value).toHaveProperty('type');
  expect((await client.listWorkersAsync().next()).value).toMatchObject({ status: 'live', slots: 20 });
  expect((await client.listQueuesAsync().next()).value).toMatchObject({ name: 'default' });
  expect((await client.getStatisticsAsync({ windowInMs: 60_000 })).workers).toMatchObject({ live: 1 });
  expect(await client.getLimitsAsync()).toMatchObject({ pageSize: 1_000 });
  expect((await client.listAuditAsync({ operation: 'CancelTask' }).next()).value).toMatchObject({
    outcome: expect.any(String),
  });
});

test('manages operators, keys and secrets', async () => {
  const operator = await client.createOperatorAsync({
    email: 'ada@example.com',
    name: 'Ada',
    password: 'quite long enough',
    scopes: [],
  });
  expect(await client.updateOperatorAsync(operator.id, { isDisabled: true })).toMatchObject({ isDisabled: true });
  await client.deleteOperatorAsync(operator.id);
  const { key, id } = await client.createApiKeyAsync({
    name: 'reader',
    scopes: ['Data/Taskdeck.Orchestration/tasks/read'],
  });
  const reader = new TaskClient(service.url, { key });
  expect(await reader.listTasksAsync().next()).toMatchObject({ done: false });
  await expect(reader.createTaskAsync({ type: 'test.echo' })).rejects.toMatchObject({ code: 'InsufficientScope' });
  await client.deleteApiKeyAsync(id);
  expect(await client.setSecretAsync('TOKEN', 'hidden')).toMatchObject({ name: 'TOKEN' });
  expect((await client.listSecretsAsync().next()).value).not.toHaveProperty('value');
  await client.deleteSecretAsync('TOKEN');
});
