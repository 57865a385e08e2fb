import { strict as assert } from 'node:assert';
import { TaskClient } from '#client';
import { type Database, holdLock } from '#database';
import { defineTask, startWorker } from '#worker';
import { createAuthenticator } from '../../service/testing/authenticator.ts';
import { adminEmail, adminPassword, startTestService, type TestService } from '../../service/testing/test-service.ts';

const order = defineTask<{ items: number }>({
  type: 'order',
  async run(ctx, { items }) {
    ctx.log.info('started', { items });
    const total = await ctx.step('count', () => items * 2);
    await ctx.sleep('pause', 5);
    await ctx.lock('stock', () => ctx.state.save('orders', { id: ctx.taskId, value: { total } }));
    const part = await ctx.createTask({ type: 'part', input: { total } });
    const done = await ctx.waitForTask(part);
    return { done, approval: await ctx.waitForEvent('approval') };
  },
});

const part = defineTask<{ total: number }>({
  type: 'part',
  run: (ctx, { total }) =>
    ctx.step('double', () => total * 2, { retry: { maximumAttempts: 2, initialIntervalInMs: 5 } }),
});

const faulty = defineTask({
  type: 'faulty',
  run() {
    throw new Error('the machine is broken');
  },
});

const keeper = defineTask({ type: 'keeper', run: (ctx) => ctx.lock('door', () => 'was here') });

/**
 * Provides a database that was in use: tasks in many states, runs with steps, events and logs, state with versions and
 * blobs, locks, secrets, failures counted and not, and the records of the calls that made them.
 */
export async function withUsedDatabase(body: (database: Database) => Promise<void>): Promise<void> {
  const dashboardUrl = 'http://localhost:3000';
  const service = await startTestService({ dashboardUrl });
  const worker = await startWorker({
    databaseUrl: service.databaseUrl,
    definitions: [order, part, faulty, keeper],
    name: 'worker',
  });
  try {
    const client = new TaskClient(service.url, { key: service.allKey });
    const { refreshToken, accessToken } = await client.signInAsync({ email: adminEmail, password: adminPassword });
    await client.refreshSignInAsync(refreshToken);
    const person = new TaskClient(service.url, { accessToken });
    const { options } = await person.beginPasskeyAsync();
    await person.addPasskeyAsync({ name: 'a laptop', credential: createAuthenticator(dashboardUrl).create(options) });
    await person.createRecoveryCodesAsync();
    await client.setSecretAsync('token', 'a secret value');
    await service.database`insert into repeated_time values (now() - interval '1 hour', now())`;
    await addTasks(client);
    await addState(client, service);
    await service.database.begin(async (transaction) => {
      await holdLock(transaction, 'errorGroups'); // the next failure stays in the queue
      await client.rerunTaskAsync('faulty', { input: { run: 3 } });
      assert.equal((await client.getTaskAsync('faulty', { waitInMs: 30_000 })).status, 'failed');
      await body(service.database);
    });
  } finally {
    await worker.stop();
    await service.close();
  }
}

async function addTasks(client: TaskClient): Promise<void> {
  await client.getLocksClient().acquireLockAsync('door', { ttlInMs: 600_000 });
  const tags = { customer: 'Ada' };
  await client.createTaskAsync(
    { id: 'order-1', type: 'order', name: 'The first order', tags, input: { items: 3 } },
    { idempotencyKey: 'order-1' },
  );
  await client.raiseTaskEventAsync('order-1', 'approval', { value: { isApproved: true } });
  await client.createTaskAsync({ id: 'order-2', type: 'order', input: { items: 5 } });
  await client.createTaskAsync({ id: 'later', type: 'part', startOn: new Date('2100-01-01T00:00:00Z').toISOString() });
  await client.createTaskAsync({ id: 'keeper', type: 'keeper', concurrencyKey: 'door' });
  const channel = { kind: 'webhook' as const, url: 'https://hooks.example/', signingKey: 'a key of a webhook' };
  const alert = { name: 'causes', condition: { kind: 'cause' as const }, channels: [channel] };
  await client.testAlertAsync((await client.createAlertAsync(alert)).id);
  await client.createViewAsync({ list: 'tasks', name: 'Orders', filter: 'type:order', isShared: true });
  await client.createTaskAsync({ id: 'faulty', type: 'faulty', input: { run: 1 } });
  assert.equal((await client.getTaskAsync('order-1', { waitInMs: 30_000 })).status, 'succeeded');
  assert.equal((await client.getTaskAsync('faulty', { waitInMs: 30_000 })).status, 'failed');
  const failed = { action: { kind: 'cancel' as const }, selection: { ids: ['faulty'] } };
  await client.createBulkOperationAsync({ ...failed, delayInMs: 86_400_000 });
  await client.rerunTaskAsync('faulty', { input: { run: 2 } });
  assert.equal((await client.getTaskAsync('faulty', { waitInMs: 30_000 })).status, 'failed');
  while ((await client.listErrorGroupsAsync().next()).done) await client.getTaskAsync('later', { waitInMs: 50 });
  for (const id of ['order-2', 'keeper'])
    while ((await client.getTaskAsync(id)).status !== 'waiting') await client.getTaskAsync(id, { waitInMs: 50 });
}

async function addState(client: TaskClient, service: TestService): Promise<void> {
  const state = client.getStateClient();
  for (const name of ['Ada', 'Ada Lovelace']) await state.saveStateAsync('people', { id: 'ada', value: { name } });
  await state.setStorePolicyAsync('people', { sensitive: ['/value/phone'], indexedPaths: ['/name'] });
  while (!(await state.getStoreAsync('people')).indexes?.[0]?.isReady)
    await new Promise((done) => setTimeout(done, 50));
  await state.saveBlobStateAsync('people', { id: 'picture', value: {} }, Buffer.from('a picture'));
  await state.saveStateAsync('people', { id: 'film', value: {}, hasBlob: true });
  const input = Buffer.from(JSON.stringify({ storeName: 'people', id: 'film', contentLength: 10 })).toString('base64');
  const upload = await service.call('POST', '/v1/uploads', {
    token: service.allKey,
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '10', 'upload-metadata': `input ${input}` },
  });
  assert.equal(upload.status, 201, upload.text);
  const target = { storeName: 'people', id: 'ada' };
  await client.createRevealAsync({ target, reason: 'a question' });
  await client.createApprovalAsync({ operation: 'CreateReveal', target, reason: 'another question' });
}
