import { expect, test } from 'vitest';
import { pauseAfter, untilExpiry } from './pauses.ts';

test.each([
  [0, null, 500],
  [2_000, null, 500],
  [2_400, null, 600],
  [60_000, null, 15_000],
  [90_000, null, 15_000],
  [0, 100, 110],
  [0, 489, 499],
  [0, 600, 500],
  [0, -50, 10],
  [90_000, 3_000, 3_010],
])('a run that has waited %i ms for a lock that is free in %s ms pauses for %i ms', (waited, untilFree, pause) => {
  expect(pauseAfter(waited, untilFree)).toBe(pause);
});

test('a waiter looks again a little after the lock expires, and never at once', () => {
  expect(untilExpiry(null)).toBe(Number.POSITIVE_INFINITY);
  expect(untilExpiry(1_000)).toBe(1_010);
  for (const past of [0, -1_000]) expect(untilExpiry(past)).toBe(10);
});
