import { expect, test } from 'vitest';
import { TaskClient, type TaskClientCredential, type TaskClientOptions } from './index.ts';
import { json, startLocalServer } from './testing/local-server.ts';

const url = 'http://127.0.0.1:1';

test.each<[string, TaskClientOptions]>([
  ['requestTimeoutInMs', { requestTimeoutInMs: Number.POSITIVE_INFINITY }],
  ['requestTimeoutInMs', { requestTimeoutInMs: 1e12 }],
  ['requestTimeoutInMs', { requestTimeoutInMs: 0 }],
  ['requestTimeoutInMs', { requestTimeoutInMs: Number.NaN }],
  ['maximumConnections', { maximumConnections: 0 }],
  ['maximumAnswerBytes', { maximumAnswerBytes: 0 }],
  ['retry.maximumRetries', { retry: { maximumRetries: Number.NaN } }],
  ['retry.maximumRetries', { retry: { maximumRetries: -1 } }],
  ['retry.initialDelayInMs', { retry: { initialDelayInMs: -1 } }],
  ['retry.maximumDelayInMs', { retry: { maximumDelayInMs: 1e12 } }],
  // @ts-expect-error there are two modes
  ['isolation', { isolation: 'alone' }],
])('%s: a client is not made with %j', (name, options) => {
  expect(() => new TaskClient(url, { key: 'k' }, options)).toThrow(RangeError);
  expect(() => new TaskClient(url, { key: 'k' }, options)).toThrow(`${name}: must be`);
});

test('an option that does not exist is refused, with the allowed ones', async () => {
  const misspelt: object = { retries: 1 };
  expect(() => new TaskClient(url, { key: 'k' }, misspelt)).toThrow(/^retries: is not an option here; allowed: add/);
  const retry: object = { maximum: 1 };
  expect(() => new TaskClient(url, { key: 'k' }, { retry })).toThrow(
    'maximum: is not an option here; allowed: initialDelayInMs, maximumDelayInMs, maximumRetries',
  );
  const client = new TaskClient(url, { key: 'k' });
  const state = client.getStateClient();
  const wrong: object = { waitMs: 1 };
  const calls: [() => unknown, string][] = [
    [() => client.getTaskAsync('t', wrong), 'abortSignal, timeoutInMs, waitInMs'],
    [() => client.cancelTaskAsync('t', wrong), 'abortSignal, idempotencyKey, reason, runCount, timeoutInMs'],
    [() => client.deleteTaskAsync('t', wrong), 'abortSignal, force, ifMatch, timeoutInMs'],
    [() => state.getStateAsync('s', 'a', wrong), 'abortSignal, ifNoneMatch, includeValue, timeoutInMs'],
    [() => state.downloadBlobContentAsync('s/a', wrong), 'abortSignal, ifMatch, ifNoneMatch, onProgress'],
    [() => client.watchAsync(wrong).next(), 'abortSignal, onPing, taskId, timeoutInMs'],
    [() => client.listWorkersAsync(wrong).next(), 'abortSignal, continuationToken, maxPageSize'],
    [() => client.getLogsClient().followLogsAsync('t', 1, wrong).next(), 'abortSignal'],
  ];
  for (const [call, allowed] of calls)
    await expect(async () => call()).rejects.toThrow(`waitMs: is not an option here; allowed: ${allowed}`);
});

test('what is no signal is refused before anything is sent', async () => {
  await using server = await startLocalServer(json(200, '{"value":[]}'));
  const client = new TaskClient(server.url, { key: 'k' });
  for (const abortSignal of [null, {}, 1, new AbortController()]) {
    const wrong: object = { abortSignal };
    const calls = [
      () => client.getTaskAsync('t', wrong),
      () => client.listTasksAsync(wrong).next(),
      () => client.watchAsync(wrong).next(),
      () => client.getStateClient().downloadBlobContentAsync('s/a', wrong),
      () => client.getStateClient().uploadBlobAsync('s/a', Buffer.of(1), wrong),
    ];
    for (const call of calls)
      await expect(async () => call()).rejects.toThrow(
        'abortSignal: must be an AbortSignal, such as the `signal` of an AbortController',
      );
  }
  expect(server.received).toEqual([]);
});

test('a credential that names nobody is refused', () => {
  const inJavaScript = [null, undefined, 'k', {}, { key: '' }, { key: 1 }, { accessToken: undefined }];
  for (const credential of inJavaScript)
    expect(() => new TaskClient(url, asGiven(credential)), JSON.stringify(credential)).toThrow(
      "credential: must be { key }, { accessToken }, a TokenCredential or 'anonymous'",
    );
});

test.each([0, -1, Number.NaN, 1e12])('nobody is asked every %d ms', async (pollingIntervalInMs) => {
  await using server = await startLocalServer(json(201, '{"id":"t","status":"queued","runCount":1}'));
  const client = new TaskClient(server.url, { key: 'k' });
  const operation = await client.createTaskAndWaitAsync({ type: 'x' });
  await expect(operation.waitForCompletion({ pollingIntervalInMs })).rejects.toThrow(RangeError);
  const following = client.getLogsClient().followLogsAsync('t', 1, { pollingIntervalInMs });
  await expect(following.next()).rejects.toThrow(RangeError);
  expect(server.received).toHaveLength(1);
});

/** What a program without types may pass. */
function asGiven(credential: unknown): TaskClientCredential {
  return credential as TaskClientCredential;
}
