import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Connection } from './connection.ts';
import { RequestFailedError, TaskClient } from './index.ts';
import { json, problem, reset, startLocalServer } from './testing/local-server.ts';
import { throughOutage } from './through-outage.ts';

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

test('pauses before it asks again when the answer comes at once, longer each time', async () => {
  const times: number[] = [];
  const early: typeof started = (request, response) => {
    times.push(performance.now());
    return started(request, response);
  };
  await using server = await startLocalServer(started, early, early, early, task({ status: 'succeeded' }));
  await new TaskClient(server.url, { key: 'k' }).createTaskAndWaitForResultAsync({ type: 'x' });
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(pauses).toEqual([expect.toSatisfy((ms) => ms >= 49), expect.toSatisfy((ms) => ms >= 99)]);
});

describe('while the service cannot be reached', () => {
  const away = problem(503, 'ServiceUnavailable');
  const outage = [started, reset, reset, away, away, reset, reset, task({ status: 'succeeded', output: 1 })] as const;
  const retry = { maximumRetries: 1, initialDelayInMs: 1, maximumDelayInMs: 1 };

  test('a wait goes on, also when its retries are used up', async () => {
    await using server = await startLocalServer(...outage);
    const ended = await new TaskClient(server.url, { key: 'k' }, { retry }).createTaskAndWaitForResultAsync({
      type: 'x',
    });
    expect(ended).toMatchObject({ status: 'succeeded', output: 1 });
    expect(server.received.map(({ method }) => method)).toEqual(['POST', ...Array.from({ length: 7 }, () => 'GET')]);
  });

  test('so does one that polls', async () => {
    await using server = await startLocalServer(...outage);
    const operation = await new TaskClient(server.url, { key: 'k' }, { retry }).createTaskAndWaitAsync({ type: 'x' });
    expect(await operation.waitForCompletion({ pollingIntervalInMs: 1 })).toMatchObject({ status: 'succeeded' });
  });

  test('a wait ends when that lasts longer than a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const error = new RequestFailedError('away', { operation: 'GetTask', code: 'ConnectionFailed' });
    const connection = new Connection('http://127.0.0.1:1', { key: 'k' }, {});
    let ended: unknown;
    throughOutage(connection, undefined, () => Promise.reject(error)).catch((reason: unknown) => {
      ended = reason;
    });
    await vi.advanceTimersByTimeAsync(54_000);
    expect(ended).toBeUndefined();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(ended).toBe(error);
  });

  test('a wait asks no sooner than the service says, and ends when that is too late', async () => {
    const busy = (seconds: number) => problem(503, 'ServiceUnavailable', {}, { 'retry-after': String(seconds) });
    await using server = await startLocalServer(started, busy(1), task({ status: 'succeeded' }), started, busy(61));
    const client = new TaskClient(server.url, { key: 'k' }, { retry: { ...retry, maximumRetries: 1 } });
    const begun = performance.now();
    await client.createTaskAndWaitForResultAsync({ type: 'x' });
    expect(performance.now() - begun).toBeGreaterThan(990);
    await expect(client.createTaskAndWaitForResultAsync({ type: 'x' })).rejects.toMatchObject({
      retryAfterInMs: 61_000,
    });
    expect(server.received).toHaveLength(5);
  });

  test('a wait ends without retries, at its time limit, and at any other failure', async () => {
    await using server = await startLocalServer(
      started,
      reset,
      started,
      reset,
      reset,
      reset,
      reset,
      reset,
      reset,
      reset,
    );
    const without = new TaskClient(server.url, { key: 'k' }, { retry: { maximumRetries: 0 } });
    await expect(without.createTaskAndWaitForResultAsync({ type: 'x' })).rejects.toMatchObject({
      code: 'ConnectionFailed',
    });
    const client = new TaskClient(server.url, { key: 'k' }, { retry });
    await expect(client.createTaskAndWaitForResultAsync({ type: 'x' }, { timeoutInMs: 300 })).rejects.toMatchObject({
      code: 'RequestTimedOut',
    });
    await using gone = await startLocalServer(started, problem(404, 'TaskNotFound'));
    await expect(
      new TaskClient(gone.url, { key: 'k' }, { retry }).createTaskAndWaitForResultAsync({ type: 'x' }),
    ).rejects.toMatchObject({ code: 'TaskNotFound' });
  });
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

test.each([
  ['failed', 'task t has failed'],
  ['cancelled', 'task t has been cancelled'],
  ['timedOut', 'task t has timed out'],
  ['queued', 'task t has not ended: it is queued'],
])('a run that is %s has no value, and says so', async (status, message) => {
  await using server = await startLocalServer(task({ status }));
  const operation = await new TaskClient(server.url, { key: 'k' }).createTaskAndWaitAsync({ type: 'x' });
  expect(() => operation.value).toThrow(message);
});

describe('whoever created the task', () => {
  const created = (status: string) =>
    json(201, JSON.stringify({ id: 't', type: 'x', runCount: 1, tags: {}, status }), { 'taskdeck-completion': 'c-1' });

  test('waits by what the answer gave it, also in another process', async () => {
    await using server = await startLocalServer(created('running'), started, started, task({ status: 'succeeded' }));
    const client = new TaskClient(server.url, { key: 'k' });
    const operation = await client.createTaskAndWaitAsync({ type: 'x' });
    await operation.updateStatus();
    const elsewhere = await client.rehydrateCreateTaskAndWaitAsync(operation.toString());
    expect(elsewhere.completionToken).toBe('c-1');
    await elsewhere.waitForCompletion();
    expect(server.received.map(({ url }) => url.pathname + url.search)).toEqual([
      '/v1/tasks',
      '/v1/tasks/t/completion?completionToken=c-1',
      '/v1/tasks/t/completion?completionToken=c-1',
      '/v1/tasks/t/completion?waitInMs=30000&completionToken=c-1',
    ]);
  });

  test('may have given its handle to somebody who may read the task', async () => {
    await using server = await startLocalServer(problem(403, 'InsufficientScope'), started);
    const client = new TaskClient(server.url, { key: 'k' });
    const handle = JSON.stringify({ id: 't', runCount: 1, completionToken: 'c-1' });
    expect((await client.rehydrateCreateTaskAndWaitAsync(handle)).task.status).toBe('running');
    expect(server.received[1]?.url.pathname).toBe('/v1/tasks/t');
  });

  test('hears of any other failure', async () => {
    await using server = await startLocalServer(problem(404, 'TaskNotFound'), started);
    const client = new TaskClient(server.url, { key: 'k' });
    const handle = JSON.stringify({ id: 't', runCount: 1, completionToken: 'c-1' });
    await expect(client.rehydrateCreateTaskAndWaitAsync(handle)).rejects.toMatchObject({ code: 'TaskNotFound' });
    expect(server.received).toHaveLength(1);
  });
});

test.each([
  '1',
  'null',
  '{}',
  '{"id":"t"}',
  '{"id":1,"runCount":1}',
  '{"id":"t","runCount":"1"}',
  '{"id":"t","runCount":1,"completionToken":1}',
])('%s is no handle', async (text) => {
  await using server = await startLocalServer(started);
  const client = new TaskClient(server.url, { key: 'k' });
  await expect(client.rehydrateCreateTaskAndWaitAsync(text)).rejects.toThrow(TypeError);
  expect(server.received).toEqual([]);
});
