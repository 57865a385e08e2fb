import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createBlobStore } from '#blobs';
import { TaskClient } from '#client';
import type { TaskResponse } from '#contract';
import { createTestDatabase } from '#database/testing';
import { parseHttpAllow } from '#engine';
import { type RunningService, startService } from '#service';
import { type RunningWorker, startWorker } from '#worker';
import { started } from '../contract/testing/started.ts';
import { temporaryFolder } from '../contract/testing/temporary-folder.ts';
import { loadSamples } from '../dashboard/samples/load-samples.ts';
import { builtInTypes } from '../worker/built-in/index.ts';
import { sampleTypes } from './index.ts';
import { sampleEntries } from './sample-entries.ts';
import { sampleHttpAllow, sampleTasks } from './sample-tasks.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // long enough for a busy machine

const test_ = started(createTestDatabase, 'drop');
const folder = temporaryFolder('samples');
let service: RunningService;
let worker: RunningWorker;
let client: TaskClient;
const tasks: TaskResponse[] = [];
beforeAll(async () => {
  const adminPassword = 'a password to test with';
  service = await startService({
    databaseUrl: test_.url,
    port: 0,
    dataFolder: folder,
    adminPassword,
    logLevel: 'silent',
  });
  const blobs = await createBlobStore({ store: 'file', folder: join(folder, 'blobs') });
  worker = await startWorker({
    databaseUrl: test_.url,
    definitions: [...builtInTypes(parseHttpAllow(sampleHttpAllow)), ...sampleTypes],
    blobs,
  });
  const anonymous = new TaskClient(service.url, 'anonymous');
  const { accessToken } = await anonymous.signInAsync({ email: 'admin@localhost', password: adminPassword });
  client = new TaskClient(service.url, { accessToken });
  expect(await loadSamples(client, 'tasks')).toEqual({ count: sampleTasks(new Date()).length });
  for await (const task of client.listTasksAsync({ tag: ['sample=true'] })) tasks.push(task);
});
afterAll(async () => {
  await worker.stop();
  await service.close();
});

const named = (start: string): string => tasks.find(({ name }) => name?.startsWith(start))?.id ?? `no task ${start}`;
const ended = (start: string) => client.getTaskAsync(named(start), { waitInMs: 50_000 });
const waiting = (start: string) =>
  expect.poll(async () => (await client.getTaskAsync(named(start))).waitingFor?.kind, { timeout: 50_000 });

test.concurrent('the large order waits for its approval and is then fulfilled', async () => {
  await waiting('Order 1042').toBe('event');
  await client.raiseTaskEventAsync(named('Order 1042'), 'approval', { value: { approved: true } });
  expect(await ended('Order 1042')).toMatchObject({ status: 'succeeded', output: { outcome: 'fulfilled' } });
  expect(await ended('Order 1043')).toMatchObject({ status: 'succeeded' });
});

test.concurrent('an order that is not approved gives the money back', async () => {
  const { input = null } = await client.getTaskAsync(named('Order 1042'));
  const { id } = await client.createTaskAsync({ type: 'sample.order.fulfil', input });
  await client.raiseTaskEventAsync(id, 'approval', { value: { approved: false, comment: 'too dear' } });
  expect(await client.getTaskAsync(id, { waitInMs: 50_000 })).toMatchObject({
    status: 'succeeded',
    output: { outcome: 'cancelled', reason: 'too dear' },
  });
});

test.concurrent('the import succeeds though one supplier failed twice', async () => {
  expect(await ended('Import the autumn')).toMatchObject({ status: 'succeeded' });
  const steps = client.getStepsClient().listStepsAsync(named('Import the autumn'), 1, { name: 'read Flaky & Sons' });
  const { value: step } = await steps.next();
  expect(step.attempts.map(({ error }: { error?: { name: string } }) => error?.name)).toEqual([
    'SupplierUnavailableError',
    'SupplierUnavailableError',
    undefined,
  ]);
});

test.concurrent('the payout fails at the bank, and works with the right account', async () => {
  const failed = await ended('Payouts');
  expect(failed).toMatchObject({ status: 'failed', error: { name: 'BankRejectionError', step: 'send to the bank' } });
  const input = JSON.parse(
    JSON.stringify(failed.input).replace('DE89370400440532013001', 'DE89 3704 0044 0532 0130 00'),
  );
  await client.rerunTaskAsync(failed.id, { input });
  expect(await ended('Payouts')).toMatchObject({ status: 'succeeded', runCount: 2 });
});

test.concurrent('the parent collects its children', async () => {
  expect(await ended('Transcode')).toMatchObject({ status: 'succeeded', output: { parts: 4 } });
  const { value: children } = await client
    .listTasksAsync({ parent: named('Transcode') })
    .byPage()
    .next();
  expect(children).toHaveLength(4);
});

test.concurrent('the replay logs thousands of lines of every level, the export has a large output', async () => {
  expect(await ended('Replay')).toMatchObject({ status: 'succeeded' });
  const levels: Record<string, number> = {};
  for await (const { level } of client.getLogsClient().listLogsAsync(named('Replay'), 1, { maxPageSize: 1_000 }))
    levels[level] = (levels[level] ?? 0) + 1;
  expect(Object.keys(levels).toSorted()).toEqual(['debug', 'error', 'info', 'warn']);
  expect(Object.values(levels).reduce((sum, count) => sum + count)).toBe(5_000);
  expect(JSON.stringify((await ended('Export')).output).length).toBeGreaterThan(256 * 1024);
});

test.concurrent('what does not move says why', async () => {
  await waiting('Import for the archive').toBe('noWorker');
  await waiting('Sales report of the month').toBe('startOn');
  await waiting('Sales report, every').toBe('schedule');
  await waiting('Count the stock in Hamburg').toBe('concurrency');
  await waiting('A reminder').toBe('sleep');
  expect(await ended('Ask this machine')).toMatchObject({ status: 'failed', attempt: 3 });
});

test.concurrent('a refused connection fails the request after its attempts', async () => {
  expect(await ended('Ask this machine')).toMatchObject({
    status: 'failed',
    attempt: 3,
    error: { name: 'RequestNotAnsweredError', message: expect.stringContaining('ECONNREFUSED') },
  });
});

test.concurrent('orders, articles and shelves are kept in state', async () => {
  const state = client.getStateClient();
  expect(await ended('Order 1043')).toMatchObject({ status: 'succeeded' });
  const order = await state.getStateAsync('sample.orders', `eu/${new Date().getUTCFullYear()}/1043`);
  expect(order).toMatchObject({
    value: { customer: 'Grace Hopper', status: 'shipped' },
    version: 2,
    lastModifiedBy: { kind: 'task', taskId: named('Order 1043') },
  });
  expect(await ended('Import the autumn')).toMatchObject({ status: 'succeeded' });
  const { value: articles } = await state
    .listStateAsync('sample.catalog', { prefix: 'autumn/Lumina/' })
    .byPage()
    .next();
  expect(articles).toHaveLength(40);
  const input = { warehouse: 'test', articles: ['LAMP'], rounds: 2 };
  const { id } = await client.createTaskAsync({ type: 'sample.stock.watch', input });
  expect(await client.getTaskAsync(id, { waitInMs: 50_000 })).toMatchObject({ status: 'succeeded' });
  expect(await state.getStateAsync('sample.stock', 'test/LAMP')).toMatchObject({ version: 2 });
});

test.concurrent('the sample entries are saved by a task, and are its own', async () => {
  const stores = sampleEntries(new Date());
  const count = stores.reduce((sum, { entries }) => sum + entries.length, 0);
  expect(await loadSamples(client, 'entries')).toEqual({ count });
  const profile = await client.getStateClient().getStateAsync('sample.shop', 'customers/42/profile');
  expect(profile).toMatchObject({ value: { name: 'Ada Lovelace' }, lastModifiedBy: { kind: 'task' } });
  const counter = await client.getStateClient().getStateAsync('sample.shop', 'counters/next-order');
  expect(counter.value).toBe(9_007_199_254_740_993n);
});

test.concurrent('a report is kept with its CSV', async () => {
  expect(await ended('Order 1043')).toMatchObject({ status: 'succeeded' });
  const { id } = await client.createTaskAsync({
    type: 'sample.report.sales',
    input: { shop: 'eu', periodInMinutes: 5 },
  });
  expect(await client.getTaskAsync(id, { waitInMs: 50_000 })).toMatchObject({ status: 'succeeded' });
  const state = client.getStateClient();
  const { value } = await state.listStateAsync('sample.reports', { prefix: 'sales/eu/' }).byPage().next();
  const { content } = await state.getBlobStateContentAsync('sample.reports', value.at(-1)?.id ?? 'none');
  expect(await content.text()).toMatch(/^order,customer,status,amount\r\n[\s\S]*1043,Grace Hopper,shipped,49.5\r\n/);
});
