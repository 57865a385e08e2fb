import { expect, it } from 'vitest';
import { applyFilter } from '../filter/apply-filter.ts';
import { parseFilter } from '../filter/clause.ts';
import { taskFilters } from '../task/task-filters.ts';
import { barWords, intervalAt, intervalOfKey, placeOf, ranFilter, stack, totals } from './throughput.model.ts';

const ended = [
  { on: '2026-11-21T10:00:00.000Z', succeeded: 5, failed: 2, other: 1, tasks: 6 },
  { on: '2026-11-21T10:01:00.000Z', succeeded: 0, failed: 0, other: 0, tasks: 0 },
];

it('stacks each series on those below it', () => {
  const [times, all, withFailed, succeeded] = stack(ended);
  expect(times).toEqual([1795255200, 1795255260]);
  expect([all[0], withFailed[0], succeeded[0]]).toEqual([8, 7, 5]);
  expect([all[1], withFailed[1], succeeded[1]]).toEqual([0, 0, 0]);
});

it('draws one failed run beside two thousand others', () => {
  const on = '2026-11-21T10:00:00.000Z';
  const [, all, withFailed, succeeded] = stack([
    { on, succeeded: 1_999, failed: 1, other: 0, tasks: 2_000 },
    { on, succeeded: 0, failed: 1, other: 0, tasks: 1 },
    { on, succeeded: 1, failed: 0, other: 0, tasks: 1 },
  ]);
  expect([all[0], withFailed[0], succeeded[0]]).toEqual([2_000, 2_000, expect.closeTo(1_950)]);
  expect([all[1], withFailed[1], succeeded[1]]).toEqual([50, 50, 0]);
  expect([all[2], withFailed[2], succeeded[2]]).toEqual([50, 50, 50]);
});

it('says what a bar counts, and leads to it', () => {
  const [some, none] = ended;
  if (some === undefined || none === undefined) throw new Error('there are two');
  const clock = (time: Date) => time.toISOString().slice(11, 16);
  expect(barWords(some, clock)).toBe('10:00: 5 succeeded, 2 failed or timed out, 1 cancelled · 6 tasks');
  expect(barWords(none, clock)).toBe('10:01: no run ended');
  expect(applyFilter(taskFilters, parseFilter(ranFilter(some, 60_000)), new Date())).toEqual({
    query: { runEndedAfter: '2026-11-21T10:00:00.000Z', runEndedBefore: '2026-11-21T10:01:00.000Z' },
    problems: [],
  });
});

it('has one place for each interval, for the pointer and for the keys', () => {
  const [some, none] = ended;
  if (some === undefined || none === undefined) throw new Error('there are two');
  expect(placeOf(ended, 60_000, none)).toEqual({ begins: 0.5, width: 0.5 });
  expect([-0.1, 0, 0.49, 0.5, 0.99, 1].map((share) => intervalAt(ended, 60_000, share)?.on)).toEqual([
    ...[undefined, some.on, some.on, none.on, none.on, undefined],
  ]);
  const after = (chosen: typeof some | undefined, key: string) => intervalOfKey(ended, chosen, key);
  expect(after(undefined, 'ArrowLeft'), 'the newest with runs').toBe(some);
  expect(after(some, 'ArrowRight')).toBe(none);
  expect(after(none, 'ArrowRight'), 'the last').toBe(none);
  expect([after(none, 'Home'), after(some, 'End'), after(some, 'x')]).toEqual([some, none, undefined]);
  expect(intervalOfKey([], undefined, 'ArrowLeft')).toBeUndefined();
});

it('sums what ended', () => {
  expect(totals(ended)).toEqual({ succeeded: 5, failed: 2, other: 1 });
  expect(totals([])).toEqual({ succeeded: 0, failed: 0, other: 0 });
});
