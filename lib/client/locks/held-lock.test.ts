import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TaskClient } from '../index.ts';
import { type Answer, json, type LocalServer, problem, reset, startLocalServer } from '../testing/local-server.ts';

const held = json(200, '{"name":"l","owner":"me","fencingToken":7,"waiting":[],"waitingCount":0}');
const released: Answer = (_, response) => void response.writeHead(204).end();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const locksOf = (server: LocalServer) =>
  new TaskClient(server.url, { key: 'k' }, { retry: { maximumRetries: 0 } }).getLocksClient();
/** Waits for so many requests while the clock stands still, then lets their answers be read. */
async function requests(server: LocalServer, count: number): Promise<string[]> {
  await expect.poll(() => server.received.length, { timeout: 10_000 }).toBe(count);
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  return server.received.map(({ method, body }) => `${method} ${body}`.trim());
}
const renewal = 'PUT {"fencingToken":7,"ttlInMs":30000}';

test('a lock is renewed under its token when a third of its time is over, again and again, until it is released', async () => {
  await using server = await startLocalServer(held, held, held, released);
  const lock = await locksOf(server).holdLock('l');
  await vi.advanceTimersByTimeAsync(9_999);
  expect(server.received).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await requests(server, 2)).toEqual(['PUT {"ttlInMs":30000}', renewal]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await requests(server, 3)).at(-1)).toBe(renewal);
  await lock.release();
  await lock.release();
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await requests(server, 4)).at(-1)).toBe('DELETE');
  expect(server.received[3]?.url.search).toBe('?fencingToken=7');
  expect(lock.signal.aborted).toBe(false);
});

test('a renewal that fails is tried again each second, and the lock counts as lost when its time is over', async () => {
  await using server = await startLocalServer(held, held, problem(503, 'ServiceUnavailable'));
  const lock = await locksOf(server).holdLock('l');
  await vi.advanceTimersByTimeAsync(10_000);
  await requests(server, 2);
  await vi.advanceTimersByTimeAsync(10_000);
  await requests(server, 3);
  for (let second = 1; second < 20; second++) {
    expect(lock.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    await requests(server, 3 + second);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(lock.signal.aborted).toBe(true);
  expect(String(lock.signal.reason)).toContain('could not be renewed in time');
  await lock.release();
  expect(server.received.map(({ method }) => method)).not.toContain('DELETE');
});

test('a lock that somebody else has is lost at once', async () => {
  await using server = await startLocalServer(held, problem(409, 'LockLost'));
  const lock = await locksOf(server).holdLock('l');
  await vi.advanceTimersByTimeAsync(10_000);
  await requests(server, 2);
  expect(lock.signal.reason).toMatchObject({ code: 'LockLost' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.received).toHaveLength(2);
});

test('a release that finds the lock with somebody else is no failure; any other failure is told', async () => {
  await using server = await startLocalServer(held, problem(409, 'LockLost'), held, problem(500, 'InternalError'));
  const locks = locksOf(server);
  await (await locks.holdLock('l')).release();
  await expect((await locks.holdLock('l')).release()).rejects.toMatchObject({ code: 'InternalError' });
});

test('work under a lock ends as it ended, also when the lock cannot be released', async () => {
  await using server = await startLocalServer(held, problem(500, 'InternalError'), held, reset, held, reset);
  const locks = locksOf(server);
  expect(await locks.withLock('l', () => 'charged')).toBe('charged');
  {
    await using lock = await locks.holdLock('l');
    expect(lock.fencingToken).toBe(7);
  }
  const refusal = new Error('no money');
  await expect(
    locks.withLock('l', () => {
      throw refusal;
    }),
  ).rejects.toBe(refusal);
  expect(server.received.map(({ method }) => method)).toEqual(['PUT', 'DELETE', 'PUT', 'DELETE', 'PUT', 'DELETE']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.received, 'it is not renewed').toHaveLength(6);
});

test('a release that failed is tried again by the next one; two at once wait for the same', async () => {
  await using server = await startLocalServer(held, problem(500, 'InternalError'), released);
  const lock = await locksOf(server).holdLock('l');
  const twice = [lock.release(), lock.release()];
  for (const one of twice) await expect(one).rejects.toMatchObject({ code: 'InternalError' });
  expect(server.received).toHaveLength(2);
  await lock.release();
  await lock.release();
  expect(server.received.map(({ method }) => method)).toEqual(['PUT', 'DELETE', 'DELETE']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.received, 'it is not renewed').toHaveLength(3);
});

test('the time of one that was waited for in line counts from a renewal', async () => {
  const afterTenSeconds: Answer = async (request, response) => {
    await vi.advanceTimersByTimeAsync(10_001);
    await held(request, response);
  };
  await using server = await startLocalServer(afterTenSeconds, held, released);
  const lock = await locksOf(server).holdLock('l', { waitInMs: 60_000 });
  expect(await requests(server, 2)).toEqual(['PUT {"ttlInMs":30000,"waitInMs":60000}', renewal]);
  await lock.release();
});
