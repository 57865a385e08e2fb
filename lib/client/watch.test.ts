import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { TaskClient, type TaskClientOptions, type WatchMessage } from './index.ts';
import { type Answer, json, type LocalServer, problem, reset, startLocalServer } from './testing/local-server.ts';

const change = '{"tasks":["t"],"created":1,"isOverflow":false}';
const ready = 'event: ready\ndata: {}\n\n';
const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });
const clientOf = (server: LocalServer, options: TaskClientOptions = {}) =>
  new TaskClient(server.url, { key: 'k' }, options);

async function take(messages: AsyncIterable<WatchMessage>, count: number): Promise<string[]> {
  const kinds: string[] = [];
  for await (const message of messages) if (kinds.push(message.kind) === count) break;
  return kinds;
}

test('yields changes however the bytes are cut, and connects again when the stream breaks', async () => {
  let left = 0;
  await using server = await startLocalServer(
    async (_, response) => {
      begin(response).write(': hello\n\nevent: ready\ndata: {}\n\nevent: chan');
      await new Promise((resolve) => setTimeout(resolve, 20));
      response.write(`ge\r\ndata: ${change}\r\n\r\nevent: ping\ndata:\n\n`, () => response.socket?.destroy());
    },
    problem(503, 'ServiceUnavailable'),
    (_, response) => {
      response.on('close', () => left++);
      begin(response).write(ready);
    },
  );
  const client = clientOf(server, { retry: { initialDelayInMs: 1 } });
  let pings = 0;
  const onPing = () => (pings += 1);
  expect(await take(client.watchAsync({ taskId: ['t'], onPing }), 4)).toEqual(['ready', 'change', 'lost', 'ready']);
  expect(pings).toBe(1);
  expect(server.received[0]?.url.search).toBe('?taskId=t');
  await expect.poll(() => left, { timeout: 4_000 }).toBe(1);
});

test('tells of a change all that the service does: which tasks, how many were created, and that there are more', async () => {
  const overflow = '{"tasks":[],"created":7,"isOverflow":true}';
  const events = [change, overflow, change].map((data) => `event: change\ndata: ${data}\n\n`).join('');
  await using server = await startLocalServer((_, response) => void begin(response).write(ready + events));
  const messages: WatchMessage[] = [];
  for await (const message of clientOf(server).watchAsync()) if (messages.push(message) === 4) break;
  expect(messages).toEqual([
    { kind: 'ready' },
    { kind: 'change', tasks: ['t'], created: 1, isOverflow: false },
    { kind: 'change', tasks: [], created: 7, isOverflow: true },
    { kind: 'change', tasks: ['t'], created: 1, isOverflow: false },
  ]);
});

test('ends at once when aborted, and closes its connection', async () => {
  let left = 0;
  await using server = await startLocalServer((_, response) => {
    response.on('close', () => left++);
    begin(response).write(ready);
  });
  const stop = new AbortController();
  const messages = clientOf(server).watchAsync({ abortSignal: stop.signal });
  expect(await messages.next()).toEqual({ done: false, value: { kind: 'ready' } });
  const next = messages.next();
  stop.abort();
  await expect(next).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(() => left, { timeout: 4_000 }).toBe(1);
});

test('ends at once when it is left while it waits for a message, and closes its connection', async () => {
  let left = 0;
  await using server = await startLocalServer(
    (_, response) => {
      response.on('close', () => left++);
      begin(response).write(ready);
    },
    problem(503, 'ServiceUnavailable'),
  );
  const messages = clientOf(server).watchAsync();
  await messages.next();
  const next = messages.next();
  expect(await messages.return?.()).toEqual({ done: true, value: undefined });
  expect(await next).toEqual({ done: true, value: undefined });
  await expect.poll(() => left, { timeout: 4_000 }).toBe(1);

  const retrying = clientOf(server).watchAsync();
  expect((await retrying.next()).value).toMatchObject({ kind: 'lost' });
  const again = retrying.next();
  expect(await retrying.return?.()).toEqual({ done: true, value: undefined });
  expect(await again).toEqual({ done: true, value: undefined });
});

test.each([
  [400, 'InvalidRequest'],
  [401, 'Unauthenticated'],
  [403, 'InsufficientScope'],
  [404, 'OperationNotFound'],
])('does not go on asking after a %i', async (status, code) => {
  await using server = await startLocalServer(problem(status, code));
  await expect(clientOf(server).watchAsync().next()).rejects.toMatchObject({ code });
  expect(server.received).toHaveLength(1);
});

test.each([
  [408, 'UnexpectedAnswer'],
  [429, 'TooManyRequests'],
  [500, 'InternalError'],
  [503, 'ServiceUnavailable'],
])('goes on asking after a %i', async (status, code) => {
  const answer = status === 408 ? json(408, '') : problem(status, code);
  await using server = await startLocalServer(answer, (_, response) => void begin(response).write(ready));
  const messages = clientOf(server, { retry: { maximumRetries: 0 } }).watchAsync();
  expect((await messages.next()).value).toMatchObject({ kind: 'lost', error: { code, statusCode: status } });
  expect((await messages.next()).value).toEqual({ kind: 'ready' });
  await messages.return?.();
});

test('a credential without a token ends it', async () => {
  await using server = await startLocalServer(json(200, '{}'));
  const client = new TaskClient(server.url, { getToken: () => Promise.resolve(null) });
  await expect(client.watchAsync().next()).rejects.toMatchObject({ code: 'NoToken' });
  expect(server.received).toEqual([]);
});

describe('on a clock of its own', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  /** Timers of this process stand still until they are told to go on; what comes over the network is not held up. */
  function stopTimers() {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  }

  test('a stream that says nothing from its beginning is dead as soon', async () => {
    let isBegun = false;
    await using server = await startLocalServer((_, response) => {
      begin(response).write(': nothing to tell\n', () => {
        isBegun = true;
      });
    });
    stopTimers();
    const messages = clientOf(server).watchAsync();
    const next = messages.next();
    await expect.poll(() => isBegun).toBe(true);
    await vi.advanceTimersByTimeAsync(45_000);
    expect((await next).value).toMatchObject({ kind: 'lost', error: { message: 'nothing received for 45000 ms' } });
    await messages.return?.();
  });

  test('a stream that is silent for 45 s is dead; each event counts as a sign of life', async () => {
    let stream: ServerResponse | undefined;
    await using server = await startLocalServer((_, response) => {
      stream = begin(response);
      stream.write(ready);
    });
    stopTimers();
    const messages = clientOf(server).watchAsync();
    expect((await messages.next()).value).toEqual({ kind: 'ready' });
    const changed = messages.next();
    await vi.advanceTimersByTimeAsync(44_000);
    stream?.write(`event: ping\ndata:\n\nevent: change\ndata: ${change}\n\n`);
    expect((await changed).value).toMatchObject({ kind: 'change' });
    let lost: WatchMessage | undefined;
    const next = messages.next().then(({ value }) => {
      lost = value;
    });
    await vi.advanceTimersByTimeAsync(44_000);
    expect(lost).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1_000);
    await next;
    expect(lost).toMatchObject({ kind: 'lost', error: { message: 'nothing received for 45000 ms' } });
    await messages.return?.();
  });

  test('waits longer each time that nothing comes, up to ten seconds, and begins anew once something has', async () => {
    const away: Answer = problem(503, 'ServiceUnavailable');
    const once: Answer = (_, response) => void begin(response).end(ready);
    await using server = await startLocalServer(...Array.from({ length: 8 }, () => away), once, away);
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const pauses: number[] = [];
    const wait = globalThis.setTimeout;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, ms = 0) => {
      if (ms > 10_000) return wait(run, ms); // of a request or of the silence: not a pause
      pauses.push(ms);
      return wait(run, 0);
    });
    const messages = clientOf(server, { retry: { maximumRetries: 0 } }).watchAsync();
    const lost = Array.from({ length: 8 }, () => 'lost');
    expect(await take(messages, 11)).toEqual([...lost, 'ready', 'lost', 'lost']);
    expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 250]);
  });
});

test('a watch, and each request that follows a log, end at the time limit of their call', async () => {
  await using server = await startLocalServer(() => {});
  const outOfTime = { name: 'RequestFailedError', code: 'RequestTimedOut' };
  await expect(clientOf(server).watchAsync({ timeoutInMs: 100 }).next()).rejects.toMatchObject(outOfTime);
  const logs = clientOf(server).getLogsClient().followLogsAsync('t', 1, { timeoutInMs: 100 });
  await expect(logs.next()).rejects.toMatchObject(outOfTime);
});

test('follows a log to the end of its run', async () => {
  const page = (...ids: string[]) => json(200, JSON.stringify({ value: ids.map((id) => ({ id })) }));
  const run = (status: string) => json(200, JSON.stringify({ status }));
  await using server = await startLocalServer(run('running'), page('1', '2'), run('succeeded'), page('3'));
  const logs = clientOf(server).getLogsClient();
  const seen: string[] = [];
  for await (const entry of logs.followLogsAsync('t', 1, { level: ['warn'], pollingIntervalInMs: 1 }))
    seen.push(entry.id);
  expect(seen).toEqual(['1', '2', '3']);
  expect(server.received[3]?.url.search).toBe('?level=warn&after=2&orderBy=loggedOn+asc');
});

test('follows a log while the service restarts, and misses and repeats no entry', async () => {
  const page = (id: string, nextLink?: string) => json(200, JSON.stringify({ value: [{ id }], nextLink }));
  const run = (status: string) => json(200, JSON.stringify({ status }));
  const more = '/v1/tasks/t/history/1/logs?orderBy=loggedOn+asc&continuationToken=more';
  await using server = await startLocalServer(
    ...[reset, reset, run('running'), reset, reset, page('1', more), reset, reset, page('2')],
    ...[reset, reset, run('succeeded'), json(200, '{"value":[]}')],
  );
  const retry = { maximumRetries: 1, initialDelayInMs: 1, maximumDelayInMs: 1 };
  const logs = clientOf(server, { retry }).getLogsClient();
  const seen: string[] = [];
  for await (const entry of logs.followLogsAsync('t', 1, { pollingIntervalInMs: 1 })) seen.push(entry.id);
  expect(seen).toEqual(['1', '2']);
});
