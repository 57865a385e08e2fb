import { expect, test } from 'vitest';
import { TokenBuckets } from './token-buckets.ts';

test('a caller may use its burst at once and then its rate, and others have theirs', () => {
  const buckets = new TokenBuckets(10, 2);
  for (let left = 19; left >= 0; left -= 1)
    expect(buckets.take('a', 0)).toEqual({ isAllowed: true, remaining: left, secondsToNext: 0 });
  expect(buckets.take('a', 0)).toEqual({ isAllowed: false, remaining: 0, secondsToNext: 1 });
  expect(buckets.take('a', 99).isAllowed).toBe(false);
  expect(buckets.take('a', 100).isAllowed).toBe(true);
  expect(buckets.take('a', 100).isAllowed).toBe(false);
  expect(buckets.take('b', 100).isAllowed).toBe(true);
});

test('no more gathers than the burst', () => {
  const buckets = new TokenBuckets(10, 2);
  buckets.take('a', 0);
  expect(buckets.take('a', 3_600_000).remaining).toBe(19);
});

test('callers that came long ago are forgotten, those who came lately are not', () => {
  const buckets = new TokenBuckets(1, 1);
  buckets.take('lately', 9_500);
  for (let caller = 0; caller < 20_000; caller += 1) buckets.take(String(caller), caller < 9_999 ? 0 : 10_000);
  expect(buckets.take('lately', 10_000).isAllowed).toBe(false);
});

test('who took more than there was is not forgotten before it has come back', () => {
  const buckets = new TokenBuckets(1, 1);
  buckets.take('owing', 0, 30);
  for (let caller = 0; caller < 20_000; caller += 1) buckets.take(String(caller), 10_000);
  expect(buckets.take('owing', 10_000)).toEqual({ isAllowed: false, remaining: 0, secondsToNext: 20 });
});

test('a rate of its own counts from when it is set, in both directions', () => {
  const buckets = new TokenBuckets(10, 2);
  for (let taken = 0; taken < 20; taken += 1) buckets.take('a', 0);
  expect(buckets.take('a', 0).isAllowed).toBe(false);
  expect(buckets.take('a', 0, 1, 100)).toMatchObject({ isAllowed: true, remaining: 179 });
  expect(buckets.take('a', 0, 1, 1)).toEqual({ isAllowed: false, remaining: 0, secondsToNext: 20 });
});
