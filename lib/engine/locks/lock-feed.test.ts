import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLockFeed } from './lock-feed.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A database whose notifications the test sends. `away`: how often it cannot be listened to at first. */
function startDatabase(away = 0) {
  let tell = (_payload: string) => {};
  const said: string[] = [];
  return {
    said,
    tell: (payload: string) => tell(payload),
    async listen(channel: string, onNotify: (payload: string) => void) {
      said.push(`listens to ${channel}`);
      if (said.length <= away) throw new Error('away');
      tell = onNotify;
      return { unlisten: async () => void said.push('no longer listens') };
    },
  };
}

/** Which of these waiters were told, in order. */
function follow(waiters: Record<string, Promise<void>>): string[] {
  const told: string[] = [];
  for (const [name, turn] of Object.entries(waiters)) void turn.then(() => told.push(name));
  return told;
}

test('the waiter is told whose turn is announced, and every caller with its key', async () => {
  const database = startDatabase();
  const feed = openLockFeed(database);
  const told = follow({ one: feed.turnOf(1, 100), same: feed.turnOf(1, 100), other: feed.turnOf(2, 100) });
  await vi.advanceTimersByTimeAsync(0);
  database.tell('1');
  database.tell('3');
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(['one', 'same']);
  expect(vi.getTimerCount()).toBe(1);
  expect(database.said).toEqual(['listens to taskdeck_lock']);
});

test('a waiter goes on after its time, and when it is called off', async () => {
  const database = startDatabase();
  const feed = openLockFeed(database);
  const abort = new AbortController();
  const told = follow({ late: feed.turnOf(1, 100), leaves: feed.turnOf(2, 100, abort.signal) });
  await vi.advanceTimersByTimeAsync(99);
  expect(told).toEqual([]);
  abort.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(['leaves']);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toEqual(['leaves', 'late']);
});

test('what could not be listened to is tried again by the next waiter', async () => {
  const database = startDatabase(1);
  const feed = openLockFeed(database);
  const turns = [feed.turnOf(1, 100)];
  await vi.advanceTimersByTimeAsync(0);
  turns.push(feed.turnOf(2, 100), feed.turnOf(3, 100));
  await vi.advanceTimersByTimeAsync(100);
  await Promise.all(turns);
  expect(database.said).toHaveLength(2);
});

test('a feed that closes tells all who wait, and listens no longer', async () => {
  const database = startDatabase();
  const feed = openLockFeed(database);
  const told = follow({ one: feed.turnOf(1, 100), same: feed.turnOf(1, 100), other: feed.turnOf(2, 100) });
  await feed.close();
  expect(told).toEqual(['one', 'same', 'other']);
  expect(database.said).toEqual(['listens to taskdeck_lock', 'no longer listens']);
  await openLockFeed(startDatabase()).close();
  const away = openLockFeed(startDatabase(1));
  const turn = away.turnOf(1, 100);
  await away.close();
  await turn;
});
