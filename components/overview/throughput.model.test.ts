import { expect, it } from 'vitest';
import { stack, totals } from './throughput.model.ts';

const ended = [
  { on: '2026-11-21T10:00:00.000Z', succeeded: 5, failed: 2, other: 1 },
  { on: '2026-11-21T10:01:00.000Z', succeeded: 0, failed: 0, other: 0 },
];

it('stacks each series on those below it', () => {
  const [times, all, withFailed, succeeded] = stack(ended);
  expect(times).toEqual([1795255200, 1795255260]);
  expect([all[0], withFailed[0], succeeded[0]]).toEqual([8, 7, 5]);
  expect([all[1], withFailed[1], succeeded[1]]).toEqual([0, 0, 0]);
});

it('sums what ended', () => {
  expect(totals(ended)).toEqual({ succeeded: 5, failed: 2, other: 1 });
  expect(totals([])).toEqual({ succeeded: 0, failed: 0, other: 0 });
});
