import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { lockInput } from '#contract';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { acquireLock } from './acquire-lock.ts';
import { listLocks } from './list-locks.ts';
import { openLockFeed } from './lock-feed.ts';
import { releaseLock } from './release-lock.ts';

const fresh = started(createTestDatabase, 'drop');
let feed: ReturnType<typeof openLockFeed>;
beforeAll(async () => {
  feed = openLockFeed(fresh.database);
});
afterAll(() => feed.close());
afterEach(() => {
  vi.useRealTimers();
});

const at = (name: string) => ({ namespace: '', name });
const acquire = (name: string, owner: string, input: object = {}, signal?: AbortSignal) =>
  acquireLock(fresh.database, feed, at(name), lockInput.parse(input), { owner, identity: owner }, { signal });

test('one holds a lock, the next is told who, and gets it with a greater fencing token', async () => {
  const first = await acquire('a', 'ada');
  await expect(acquire('a', 'bob')).rejects.toMatchObject({
    code: 'LockHeld',
    message: expect.stringContaining('ada'),
  });
  await releaseLock(fresh.database, at('a'), { fencingToken: first.fencingToken });
  const second = await acquire('a', 'bob');
  expect(second.fencingToken).toBeGreaterThan(first.fencingToken);
});

test.each([
  ['ahead', 3_600_000],
  ['behind', -3_600_000],
])('a waiter whose clock is %s of that of the database does not ask again and again', async (_, offInMs) => {
  const name = `clock ${offInMs}`;
  await acquire(name, 'first', { ttlInMs: 60_000 });
  const pauses: number[] = [];
  const noting = { turnOf: async (_key: number, timeInMs: number) => void pauses.push(timeInMs) };
  const { signal } = new AbortController();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offInMs });
  const input = lockInput.parse({ waitInMs: 60_000 });
  const holder = { owner: 'second', identity: 'second' };
  const waiting = acquireLock(fresh.database, noting, at(name), input, holder, {
    signal,
    waiting: async (wait) => {
      await wait();
      throw new Error('one pause is enough');
    },
  });
  await expect(waiting).rejects.toThrow('one pause');
  vi.useRealTimers();
  expect(pauses).toEqual([1_000]);
});

test('those who wait get it in the order in which they came', async () => {
  const first = await acquire('line', 'first');
  const order: string[] = [];
  const waiting = async (owner: string) => {
    const lock = await acquire('line', owner, { waitInMs: 20_000 });
    order.push(owner);
    await releaseLock(fresh.database, at('line'), { fencingToken: lock.fencingToken });
  };
  const all: Promise<void>[] = [];
  for (const owner of ['b', 'c', 'd']) {
    all.push(waiting(owner));
    await expect
      .poll(async () => (await listLocks(fresh.database, '', { maxPageSize: 9, search: 'line' })).value)
      .toMatchObject([{ waitingCount: all.length }]);
  }
  await releaseLock(fresh.database, at('line'), { fencingToken: first.fencingToken });
  await Promise.all(all);
  expect(order).toEqual(['b', 'c', 'd']);
});

test('of many who race exactly one holds it at a time', async () => {
  let holding = 0;
  let most = 0;
  const tokens: number[] = [];
  await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const lock = await acquire('race', `racer ${index}`, { waitInMs: 30_000 });
      most = Math.max(most, ++holding);
      tokens.push(lock.fencingToken);
      await new Promise((resolve) => setTimeout(resolve, 2));
      holding--;
      await releaseLock(fresh.database, at('race'), { fencingToken: lock.fencingToken });
    }),
  );
  expect(most).toBe(1);
  expect(tokens).toEqual(tokens.toSorted((a, b) => a - b));
});

test('an expired lock is free; its holder can neither renew nor release what is another’s', async () => {
  const late = await acquire('short', 'late', { ttlInMs: 60_000 });
  const renewed = await acquire('short', 'late', { ttlInMs: 1_000, fencingToken: late.fencingToken });
  expect(renewed.fencingToken).toBe(late.fencingToken);
  const next = await acquire('short', 'next', { waitInMs: 20_000 });
  expect(next.owner).toBe('next');
  await expect(acquire('short', 'late', { fencingToken: late.fencingToken })).rejects.toMatchObject({
    code: 'LockLost',
  });
  await expect(releaseLock(fresh.database, at('short'), { fencingToken: late.fencingToken })).rejects.toMatchObject({
    code: 'LockLost',
  });
  expect((await listLocks(fresh.database, '', { maxPageSize: 9, search: 'short' })).value).toMatchObject([
    { owner: 'next', fencingToken: next.fencingToken },
  ]);
});

test('who leaves the line is not waited for', async () => {
  const holder = await acquire('left', 'holder');
  const leaving = new AbortController();
  const left = acquire('left', 'leaver', { waitInMs: 30_000 }, leaving.signal);
  await expect
    .poll(async () => (await listLocks(fresh.database, '', { maxPageSize: 9, search: 'left' })).value)
    .toMatchObject([{ waitingCount: 1 }]);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'LockHeld' });
  await releaseLock(fresh.database, at('left'), { fencingToken: holder.fencingToken });
  await expect(acquire('left', 'other')).resolves.toMatchObject({ owner: 'other' });
});

test('who leaves when its turn has come does not get it: the next one does, at once', async () => {
  const holder = await acquire('turn', 'holder');
  const leaving = new AbortController();
  const told: number[] = [];
  const leaver = acquireLock(
    fresh.database,
    {
      async turnOf(waiterKey) {
        told.push(waiterKey);
        next = fresh.database`
          insert into lock_waiter (namespace, name, owner, identity, expires_on)
          values ('', 'turn', 'next', 'next', now() + interval '1 minute') returning key`.then(([row]) =>
          Number(row?.key),
        );
        await next;
        await releaseLock(fresh.database, at('turn'), { fencingToken: holder.fencingToken });
        leaving.abort();
      },
    },
    at('turn'),
    lockInput.parse({ waitInMs: 30_000 }),
    { owner: 'leaver', identity: 'leaver' },
    { signal: leaving.signal },
  );
  let next: Promise<number> | undefined;
  const woken: number[] = [];
  const { unlisten } = await fresh.database.listen('taskdeck_lock', (payload) => woken.push(Number(payload)));
  await expect(leaver).rejects.toMatchObject({ code: 'LockHeld' });
  expect((await listLocks(fresh.database, '', { maxPageSize: 9, search: 'turn' })).value).toEqual([]);
  await expect.poll(() => woken).toEqual([...told, await next]);
  await unlisten();
});

test('the same name in another namespace is another lock', async () => {
  await acquire('mine', 'shared');
  const own = await acquireLock(fresh.database, feed, { namespace: 'apiKey:1', name: 'mine' }, lockInput.parse({}), {
    owner: 'key',
    identity: 'apiKey:1',
  });
  expect(own.owner).toBe('key');
});
