import { expect, test } from 'vitest';
import { createWatchHub } from './hub.ts';
import { PendingChange } from './pending-change.ts';

const change = (tasks: string[], more = {}) => ({ tasks, created: 0, isOverflow: false, ...more });

test('changes merge until they are taken', () => {
  const pending = new PendingChange(undefined);
  expect(pending.take()).toBeUndefined();
  pending.add(change(['a', 'b'], { created: 2 }));
  pending.add(change(['b', 'c'], { created: 1 }));
  expect(pending.take()).toEqual({ tasks: ['a', 'b', 'c'], created: 3, isOverflow: false });
  expect(pending.take()).toBeUndefined();
});

test('a reader of some tasks hears of no other', () => {
  const pending = new PendingChange(['b']);
  pending.add(change(['a'], { created: 1 }));
  expect(pending.take()).toBeUndefined();
  pending.add(change(['a', 'b']));
  expect(pending.take()).toEqual(change(['b']));
});

test('a reader who is very slow gets overflow beyond a thousand ids, and is told again of what comes then', () => {
  const pending = new PendingChange(undefined);
  for (let count = 0; count < 1_000; count += 1) pending.add(change([`task-${count}`]));
  expect(pending.take()).toMatchObject({ isOverflow: false, tasks: { length: 1_000 } });
  for (let count = 0; count < 5_000; count += 1) pending.add(change([`task-${count}`]));
  const taken = pending.take();
  expect(taken?.isOverflow).toBe(true);
  expect(taken?.tasks.length).toBeLessThanOrEqual(1_000);
  pending.add(change(['a']));
  expect(pending.take()).toEqual(change(['a']));
});

test('an overflow is passed on, also to a reader of some tasks, who is told of no creation', () => {
  const pending = new PendingChange(['b']);
  pending.add(change([], { isOverflow: true, created: 3 }));
  expect(pending.take()).toEqual(change([], { isOverflow: true }));
});

test('many watchers share one subscription, which ends with the last of them', async () => {
  let subscriptions = 0;
  let tell = (_: ReturnType<typeof change>) => {};
  const hub = createWatchHub({
    watch(listener) {
      subscriptions += 1;
      tell = listener;
      return () => {
        subscriptions -= 1;
      };
    },
    changesInside: () => Promise.reject(new Error('no watcher has bounds')),
  });
  const heard: string[] = [];
  const leave = [1, 2, 3].map((reader) => hub.subscribe(({ tasks }) => heard.push(`${reader} ${tasks[0]}`)));
  expect(subscriptions).toBe(1);
  tell(change(['x']));
  expect(heard).toEqual(['1 x', '2 x', '3 x']);
  leave[0]?.();
  tell(change(['y']));
  await expect.poll(() => [subscriptions, ...heard.slice(3)]).toEqual([1, '2 y', '3 y']);
  for (const end of leave) end();
  expect(subscriptions).toBe(0);
  const end = hub.subscribe(({ tasks }) => heard.push(`late ${tasks[0]}`));
  tell(change(['z']));
  await expect.poll(() => [subscriptions, heard.at(-1)]).toEqual([1, 'late z']);
  end();
  expect(subscriptions).toBe(0);
});

test('watchers inside of the same bounds share one read of each change', async () => {
  let tell = (_: ReturnType<typeof change>) => {};
  let subscriptions = 0;
  const read: (readonly string[])[] = [];
  const hub = createWatchHub({
    watch(listener) {
      subscriptions += 1;
      tell = listener;
      return () => {
        subscriptions -= 1;
      };
    },
    async changesInside({ ids }, { types }) {
      read.push(ids);
      return { ids: ids.filter((id) => types?.includes(id)), created: 0, lastKey: 1 };
    },
  });
  const heard: string[] = [];
  const listen = (type: string, reader: number) =>
    hub.subscribeInside({ types: [type] }, ({ tasks }) => heard.push(`${reader} ${tasks.join()}`));
  const leave = [await listen('a', 1), await listen('a', 2), await listen('b', 3)];
  read.splice(0); // where each begins
  tell(change(['a', 'c']));
  await expect.poll(() => heard).toEqual(['1 a', '2 a']);
  expect(read).toEqual([
    ['a', 'c'],
    ['a', 'c'],
  ]);
  for (const end of leave) end();
  expect(subscriptions).toBe(0);
});

test('readers who are equally slow share what is kept for them', () => {
  const readers = [undefined, undefined, ['a', 'c'], ['c', 'a']].map((only) => new PendingChange(only));
  for (const told of [change(['a', 'b']), change(['c']), change(['a', 'd'])])
    for (const reader of readers) reader.add(told);
  const [first, second, some, others] = readers.map((reader) => reader.take());
  expect([first, some]).toEqual([change(['a', 'b', 'c', 'd']), change(['a', 'c'])]);
  expect(second).toBe(first);
  expect(others).toBe(some);
});

test('thousands of watchers are told in several turns, and a change that comes meanwhile is told to all', async () => {
  let tell = (_: ReturnType<typeof change>) => {};
  const hub = createWatchHub({
    watch(listener) {
      tell = listener;
      return () => {};
    },
    changesInside: () => Promise.reject(new Error('no watcher has bounds')),
  });
  const heard: string[] = [];
  const leave = Array.from({ length: 2_000 }, () => hub.subscribe(({ tasks }) => heard.push(tasks.join())));
  tell(change(['a']));
  expect(heard.length).toBeLessThan(100);
  tell(change(['b']));
  tell(change(['c']));
  await expect.poll(() => heard.length).toBe(4_000);
  expect(heard.filter((tasks) => tasks === 'b,c')).toHaveLength(2_000);
  for (const end of leave) end();
});
