import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../../service/testing/test-service.ts';
import { TaskClient } from '../index.ts';
import { silent, stuck } from '../testing/faults.ts';
import { type FaultyProxy, startFaultyProxy } from '../testing/faulty-proxy.ts';
import { startLocalServer } from '../testing/local-server.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 }); // a machine may be busy

const service = started(startTestService, 'close');
let proxy: FaultyProxy;
beforeAll(async () => {
  proxy = await startFaultyProxy(service.url);
});
afterAll(() => proxy[Symbol.asyncDispose]());

const through = (url: string, options = {}) => new TaskClient(url, { key: service.allKey }, options);

test('ten thousand calls at once are all answered, with a bounded number of connections and of requests at a time', async () => {
  let underWay = 0;
  let most = 0;
  await using server = await startLocalServer(({ url }, response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    response.once('finish', () => {
      underWay -= 1;
    });
    setImmediate(() => response.writeHead(200).end(JSON.stringify({ id: url.pathname.split('/').at(-1) })));
  });
  const client = through(server.url);
  const answers = await Promise.all(Array.from({ length: 10_000 }, (_, n) => client.getTaskAsync(`t${n}`)));
  expect(answers.every(({ id }, n) => id === `t${n}`)).toBe(true);
  expect(server.received).toHaveLength(10_000);
  expect(server.mostConnections()).toBeLessThanOrEqual(128);
  expect(most).toBeLessThanOrEqual(128);
  expect(most).toBeGreaterThan(1);
});

test('as many as are allowed are on their way; the rest wait in line, in order, and leave it when aborted', async () => {
  const first = proxy.received.length;
  const leaving = new AbortController();
  proxy.otherwise((exchange) => {
    if (proxy.received.length === first + 2) leaving.abort(); // before a time limit lets the third one out
    return silent(exchange);
  });
  const client = through(proxy.url, { maximumConnections: 2, requestTimeoutInMs: 300, retry: { maximumRetries: 0 } });
  const calls = [
    client.getTaskAsync('t1'),
    client.getTaskAsync('t2'),
    client.getTaskAsync('t3', { abortSignal: leaving.signal }),
    client.getTaskAsync('t4'),
  ].map((call) => call.catch((error: { name: string; code?: string }) => error.code ?? error.name));
  expect(await calls[2]).toBe('AbortError');
  // the time in line is not taken from the fourth one's own
  expect(await Promise.all(calls)).toEqual(['RequestTimedOut', 'RequestTimedOut', 'AbortError', 'RequestTimedOut']);
  expect(proxy.received.slice(first).map(({ path }) => path)).toEqual(['/v1/tasks/t1', '/v1/tasks/t2', '/v1/tasks/t4']);
  proxy.otherwise(undefined);
  const next = client.getIdentityAsync().catch(() => undefined); // a busy service may need longer than the time limit
  await expect.poll(() => proxy.received.at(-1)?.path).toBe('/v1/identity');
  await next;
});

test('what takes its time holds nothing up', async () => {
  const client = through(service.url, { maximumConnections: 1 });
  const watching = client.watchAsync();
  expect((await watching.next()).value).toEqual({ kind: 'ready' });
  const { id } = await client.createTaskAsync({ type: 'test.echo' });
  const waiting = client.getTaskAsync(id, { waitInMs: 30_000 });
  expect(await client.getIdentityAsync()).toMatchObject({ kind: 'apiKey' });
  await client.cancelTaskAsync(id);
  expect(await waiting).toMatchObject({ status: 'cancelled' });
  await watching.return?.();
});

test('refuses a bound that is none', () => {
  expect(() => through(proxy.url, { maximumConnections: 0 })).toThrow(RangeError);
});

/** Operations of every kind that hang in the middle of what they do, when they are aborted. */
const hanging: Record<string, (client: TaskClient, abortSignal: AbortSignal) => Promise<unknown>> = {
  'a read': (client, abortSignal) => client.getTaskAsync('t', { abortSignal }),
  'a change': (client, abortSignal) => client.createTaskAsync({ type: 'test.echo' }, { abortSignal }),
  'a list': (client, abortSignal) => client.listTasksAsync({ abortSignal }).next(),
  'a wait': (client, abortSignal) => client.getTaskAsync('t', { waitInMs: 60_000, abortSignal }),
  'an upload': (client, abortSignal) =>
    client.getStateClient().uploadBlobAsync('files/a', Buffer.alloc(4_000_000), { abortSignal }),
  'a download': (client, abortSignal) =>
    client
      .getStateClient()
      .downloadBlobContentAsync('files/a', { abortSignal })
      .then(({ content }) => content.bytes()),
  'a lock in line': (client, abortSignal) =>
    client.getLocksClient().acquireLockAsync('l', { waitInMs: 60_000, abortSignal }),
};

test.each(Object.entries(hanging))(
  '%s that hangs ends at once when aborted, and frees its connection',
  async (_, call) => {
    await using proxy = await startFaultyProxy(service.url);
    const state = through(service.url).getStateClient();
    await state.saveBlobStateAsync('files', { id: 'a', value: 1 }, Buffer.alloc(100_000), true);
    for (const fault of [silent, stuck]) {
      proxy.otherwise(fault);
      const aborting = new AbortController();
      const outcome = call(through(proxy.url), aborting.signal).catch((error: Error) => error);
      await expect.poll(() => proxy.received.length).toBeGreaterThan(0);
      expect(proxy.openConnections()).toBe(1);
      const abortedAt = performance.now();
      aborting.abort();
      expect(await outcome).toMatchObject({ name: 'AbortError' });
      expect(performance.now() - abortedAt).toBeLessThan(2_000);
      await expect.poll(() => proxy.openConnections()).toBe(0);
      proxy.received.length = 0;
    }
  },
);

const { 'a wait': _, 'a lock in line': __, ...timed } = hanging; // the time of these is what they ask for, and more

test.each(Object.entries(timed))(
  '%s that hangs ends when its time is over, and frees its connection',
  async (_, call) => {
    await using proxy = await startFaultyProxy(service.url);
    proxy.otherwise(silent);
    const client = through(proxy.url, { requestTimeoutInMs: 200, retry: { maximumRetries: 0 } });
    await expect(call(client, new AbortController().signal)).rejects.toMatchObject({ code: 'RequestTimedOut' });
    await expect.poll(() => proxy.openConnections()).toBe(0);
  },
);

test('a download that nobody reads is closed without a trace', async () => {
  await using proxy = await startFaultyProxy(service.url);
  const state = through(service.url).getStateClient();
  await state.saveBlobStateAsync('files', { id: 'unread', value: 1 }, Buffer.alloc(3_000_000), true);
  const reader = through(proxy.url).getStateClient();
  const { content } = await reader.downloadBlobContentAsync('files/unread');
  expect(proxy.openConnections()).toBe(1);
  await content.close();
  await expect.poll(() => proxy.openConnections()).toBe(0);
  await expect(reader.downloadBlobToAsync('files/unread', '/nowhere/at/all')).rejects.toMatchObject({ code: 'ENOENT' });
  await expect.poll(() => proxy.openConnections()).toBe(0);
});
