import { expect, test } from 'vitest';
import { TurnQueue } from './turn-queue.ts';

test('keys take turns, and no key has more under way than it may', () => {
  const queue = new TurnQueue<string>(2);
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.add(item.charAt(0), item);
  expect([1, 2, 3, 4, 5, 6].map(() => queue.take())).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', undefined]);
  queue.release('c');
  expect(queue.take()).toBeUndefined();
  queue.release('a');
  expect(queue.take()).toBe('a3');
});

test('a key that has ended begins anew', () => {
  const queue = new TurnQueue<number>(1);
  queue.add('a', 1);
  expect(queue.take()).toBe(1);
  queue.release('a');
  queue.release('a');
  queue.add('a', 2);
  queue.add('a', 3);
  expect([queue.take(), queue.take()]).toEqual([2, undefined]);
});
