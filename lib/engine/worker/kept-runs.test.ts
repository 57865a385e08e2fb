import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeptRuns } from './kept-runs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function runOf(kept: KeptRuns, taskKey: number, size = 10) {
  const run = { taskKey, size, resume: () => {}, drop: () => kept.remove(run) };
  return run;
}

const held = (kept: KeptRuns, keys: number[]) => keys.filter((key) => kept.of(key) !== undefined);

test('runs are dropped when they were kept for long enough', () => {
  const kept = new KeptRuns(1_000);
  kept.add(runOf(kept, 1));
  vi.advanceTimersByTime(600);
  kept.add(runOf(kept, 2));
  vi.advanceTimersByTime(600);
  expect(held(kept, [1, 2])).toEqual([2]);
  vi.advanceTimersByTime(600);
  expect(held(kept, [1, 2])).toEqual([]);
});

test('the run that has waited longest is dropped when there are too many or they are too large', () => {
  const kept = new KeptRuns(1_000);
  const keys = Array.from({ length: 1_001 }, (_, key) => key);
  for (const key of keys) kept.add(runOf(kept, key));
  expect(held(kept, keys)).toEqual(keys.slice(1));
  for (let key = 2_000; key < 2_070; key++) kept.add(runOf(kept, key, 256_000));
  expect(held(kept, keys)).toEqual([]);
  expect([kept.of(2_007), kept.of(2_008)].map((run) => run?.taskKey)).toEqual([undefined, 2_008]);
});

test('a large run is not accepted, and none when nothing is kept', () => {
  expect([256_000, 256_001].map((size) => new KeptRuns(1_000).accepts(size))).toEqual([true, false]);
  expect(new KeptRuns(0).accepts(1)).toBe(false);
});

test('nothing is kept after the worker has stopped', () => {
  const kept = new KeptRuns(1_000);
  kept.add(runOf(kept, 1));
  kept.close();
  kept.add(runOf(kept, 2));
  expect(held(kept, [1, 2])).toEqual([]);
  expect(kept.accepts(1)).toBe(false);
});

test('another run of the same task takes the place of the first', () => {
  const kept = new KeptRuns(1_000);
  const [first, second] = [runOf(kept, 1), runOf(kept, 1)];
  kept.add(first);
  kept.add(second);
  kept.remove(first);
  expect(kept.of(1)).toBe(second);
});
