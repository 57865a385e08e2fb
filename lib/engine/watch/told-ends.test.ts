import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToldEnds } from './told-ends.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'], now: 0 }));
afterEach(() => vi.useRealTimers());

const task = (key: number, createdAfter = performance.now()) => ({ key, id: `t${key}`, createdAfter });
const ended = (...endedKeys: number[]) => ({ ids: [], endedKeys, created: 0, isOverflow: false });
const changed = (...ids: string[]) => ({ ids, created: 0, isOverflow: false });

it('knows nothing before the feed listens, nor of tasks from before', () => {
  const ends = new ToldEnds();
  const early = task(1);
  expect(ends.isUnended(early)).toBe(false);
  vi.advanceTimersByTime(1);
  ends.begin();
  expect([early, task(2)].map((one) => ends.isUnended(one))).toEqual([false, true]);
});

it('takes a task for unended until it is told, by its key or where a notice does not say which ended, by its id', () => {
  const ends = new ToldEnds();
  ends.begin();
  ends.note(ended(1));
  ends.note(changed('t2'));
  ends.note({ ids: ['t3'], endedKeys: [], created: 1, isOverflow: false });
  ends.note({ ids: [], endedKeys: [4], created: 0, isOverflow: true });
  expect([1, 2, 3, 4, 5].map((key) => ends.isUnended(task(key)))).toEqual([false, false, true, false, true]);
});

it('begins anew when it may have missed something', () => {
  const ends = new ToldEnds();
  ends.begin();
  const before = task(1);
  vi.advanceTimersByTime(1);
  ends.note({ ids: [], created: 0, isOverflow: true });
  expect([before, task(2)].map((one) => ends.isUnended(one))).toEqual([false, true]);
});

it('forgets the oldest, and then knows nothing of the tasks from that time', () => {
  const ends = new ToldEnds(2);
  ends.begin();
  const first = task(7);
  vi.advanceTimersByTime(1);
  ends.note(ended(1, 2));
  const second = task(8);
  expect(ends.isUnended(first)).toBe(true);
  vi.advanceTimersByTime(1);
  ends.note(ended(3, 4));
  expect([first, second, task(3, 1), task(9)].map((one) => ends.isUnended(one))).toEqual([false, true, false, true]);
});
