import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { TaskClient, type WatchMessage } from './index.ts';
import { json, problem, startLocalServer } from './testing/local-server.ts';

const change = '{"tasks":["t"],"created":1,"isOverflow":false}';
const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });

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
      begin(response).write('event: ready\ndata: {}\n\n');
    },
  );
  const client = new TaskClient(server.url, { key: 'k' }, { retry: { initialDelayInMs: 1 } });
  expect(await take(client.watchAsync({ taskId: ['t'] }), 4)).toEqual(['ready', 'change', 'lost', 'ready']);
  expect(server.received[0]?.url.search).toBe('?taskId=t');
  await expect.poll(() => left, { timeout: 4_000 }).toBe(1);
});

test('ends at once when aborted, and closes its connection', async () => {
  let left = 0;
  await using server = await startLocalServer((_, response) => {
    response.on('close', () => left++);
    begin(response).write('event: ready\ndata: {}\n\n');
  });
  const stop = new AbortController();
  const messages = new TaskClient(server.url, { key: 'k' }).watchAsync({ abortSignal: stop.signal });
  expect(await messages.next()).toEqual({ done: false, value: { kind: 'ready' } });
  const next = messages.next();
  stop.abort();
  await expect(next).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(() => left, { timeout: 4_000 }).toBe(1);
});

test('does not go on asking where it is not allowed', async () => {
  await using server = await startLocalServer(problem(403, 'InsufficientScope'));
  const messages = new TaskClient(server.url, { key: 'k' }).watchAsync();
  await expect(messages.next()).rejects.toMatchObject({ code: 'InsufficientScope' });
});

test('follows a log to the end of its run', async () => {
  const page = (...ids: string[]) => json(200, JSON.stringify({ value: ids.map((id) => ({ id })) }));
  const run = (status: string) => json(200, JSON.stringify({ status }));
  await using server = await startLocalServer(run('running'), page('1', '2'), run('succeeded'), page('3'));
  const logs = new TaskClient(server.url, { key: 'k' }).getLogsClient();
  const seen: string[] = [];
  for await (const entry of logs.followLogsAsync('t', 1, { level: ['warn'], pollingIntervalInMs: 1 }))
    seen.push(entry.id);
  expect(seen).toEqual(['1', '2', '3']);
  expect(server.received[3]?.url.search).toBe('?level=warn&after=2&orderBy=loggedOn+asc');
});
