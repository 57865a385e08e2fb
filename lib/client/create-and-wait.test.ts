import { expect, test } from 'vitest';
import { TaskClient } from './index.ts';
import { json, startLocalServer } from './testing/local-server.ts';

const task = (members: object) => json(200, JSON.stringify({ id: 't', type: 'x', runCount: 1, tags: {}, ...members }));
const started = task({ status: 'running' });

test('waits by long-poll until the run has ended and answers the task', async () => {
  await using server = await startLocalServer(started, started, task({ status: 'failed', error: { message: 'no' } }));
  const client = new TaskClient(server.url, { key: 'k' });
  expect(await client.createTaskAndWaitForResultAsync({ type: 'x' })).toMatchObject({ status: 'failed' });
  expect(server.received.map(({ method, url }) => method + url.search)).toEqual([
    'POST',
    'GET?waitInMs=30000',
    'GET?waitInMs=30000',
  ]);
});

test('answers the output as the type asked for, or says how the task ended', async () => {
  const failed = task({ status: 'failed', error: { name: 'CardDeclined', message: 'no money' } });
  await using server = await startLocalServer(
    started,
    task({ status: 'succeeded', output: { n: 3 } }),
    started,
    failed,
  );
  const client = new TaskClient(server.url, { key: 'k' });
  expect((await client.createTaskAndWaitForResultAsAsync<{ n: number }>({ type: 'x' })).n).toBe(3);
  await expect(client.createTaskAndWaitForResultAsAsync({ type: 'x' })).rejects.toMatchObject({
    name: 'RequestFailedError',
    code: 'TaskNotSucceeded',
    message: 'task t has failed: CardDeclined: no money',
    task: { status: 'failed' },
  });
});

test('the handle tells how far it is, polls when asked to, and goes on in another process', async () => {
  await using server = await startLocalServer(started, started, started, task({ status: 'succeeded', output: 1 }));
  const client = new TaskClient(server.url, { key: 'k' });
  const operation = await client.createTaskAndWaitAsync({ type: 'x' });
  expect([operation.id, operation.hasCompleted, operation.hasValue]).toEqual(['t', false, false]);
  expect(() => operation.value).toThrow('task t has not ended: it is running');
  const elsewhere = await client.rehydrateCreateTaskAndWaitAsync(operation.toString());
  await elsewhere.waitForCompletion({ pollingIntervalInMs: 1 });
  expect([elsewhere.hasCompleted, elsewhere.hasValue, elsewhere.value.output]).toEqual([true, true, 1]);
  expect(server.received.at(-1)?.url.search).toBe('');
  await expect(client.rehydrateCreateTaskAndWaitAsync('nonsense')).rejects.toThrow(TypeError);
});

test('a later run of the task does not hide how the awaited one ended', async () => {
  const later = task({ status: 'running', runCount: 2, worker: 'w' });
  const run = json(
    200,
    '{"taskId":"t","runCount":1,"status":"succeeded","output":"first","isCurrent":false,"stepCounts":{}}',
  );
  await using server = await startLocalServer(started, later, run);
  const client = new TaskClient(server.url, { key: 'k' });
  const ended = await client.createTaskAndWaitForResultAsync({ type: 'x' });
  expect(ended).toEqual({ id: 't', type: 'x', tags: {}, runCount: 1, status: 'succeeded', output: 'first' });
});
