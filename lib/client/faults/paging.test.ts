import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../../service/testing/test-service.ts';
import { TaskClient } from '../index.ts';
import { halfSent, lostBefore, refused } from '../testing/faults.ts';
import { type FaultyProxy, pass, startFaultyProxy } from '../testing/faulty-proxy.ts';
import { startLocalServer } from '../testing/local-server.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // a machine may be busy

const service = started(startTestService, 'close');
let proxy: FaultyProxy;
beforeAll(async () => {
  proxy = await startFaultyProxy(service.url);
  const entries = Array.from({ length: 100 }, (_, n) => ({ id: `entry-${n}`, value: n }));
  const direct = new TaskClient(service.url, { key: service.allKey });
  await direct.getStateClient().saveBulkStateAsync('pages', { entries });
});
afterAll(() => proxy[Symbol.asyncDispose]());

const stateWith = (maximumRetries: number) =>
  new TaskClient(
    proxy.url,
    { key: service.allKey },
    { retry: { maximumRetries, initialDelayInMs: 1 } },
  ).getStateClient();

test('a list whose every other page breaks is whole, and nothing in it comes twice', async () => {
  let request = 0;
  proxy.otherwise((passing) =>
    ([halfSent, pass, lostBefore, pass, refused(503), pass][request++ % 6] ?? pass)(passing),
  );
  const pages = await Array.fromAsync(stateWith(4).listStateAsync('pages').byPage({ maxPageSize: 9 }));
  proxy.otherwise(undefined);
  const ids = pages.flat().map(({ id }) => id);
  expect(ids).toHaveLength(100);
  expect(ids).toEqual([...new Set(ids)]);
  expect(request).toBe(24); // twelve pages, each asked for twice
});

test('a list that was given up at a page is gone on with by another client, from the token before', async () => {
  const ids: string[] = [];
  let continuationToken: string | undefined;
  const read = async (state: ReturnType<typeof stateWith>) => {
    const settings = { maxPageSize: 30, ...(continuationToken !== undefined && { continuationToken }) };
    for await (const page of state.listStateAsync('pages').byPage(settings)) {
      ids.push(...page.map(({ id }) => id));
      continuationToken = page.continuationToken;
    }
  };
  proxy.fail(pass, pass, halfSent);
  await expect(read(stateWith(0))).rejects.toMatchObject({ code: 'ConnectionFailed' });
  expect(ids).toHaveLength(60);
  await read(stateWith(0));
  expect(ids).toEqual([...new Set(ids)]);
  expect(ids).toHaveLength(100);
});

test('fifty thousand items pass in constant memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const item = (n: number) => ({ id: `t${n}`, type: 'x', input: 'x'.repeat(1_000) });
  await using server = await startLocalServer(({ url }, response) => {
    const first = Number(url.searchParams.get('continuationToken') ?? 0);
    const value = Array.from({ length: 1_000 }, (_, n) => item(first + n));
    const nextLink = `${url.pathname}?continuationToken=${first + 1_000}`;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ value, ...(first < 49_000 && { nextLink }) }));
  });
  const client = new TaskClient(server.url, { key: 'k' });
  let count = 0;
  const heap: number[] = [];
  for await (const { id } of client.listTasksAsync()) {
    if (id !== `t${count}`) throw new Error(`${id} came as item ${count}`);
    count += 1;
    if (count % 5_000 !== 0) continue;
    server.received.length = 0;
    collect();
    heap.push(process.memoryUsage().heapUsed);
  }
  expect(count).toBe(50_000);
  const [, early = 0, ...later] = heap;
  expect((Math.max(...later) - early) / 1024 ** 2).toBeLessThan(16); // all of them are 50 MB
});
