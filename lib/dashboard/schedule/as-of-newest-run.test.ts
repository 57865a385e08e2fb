import { expect, it } from 'vitest';
import { asOfNewestRun } from './as-of-newest-run.ts';
import type { ScheduledTask } from './read-schedules.ts';

const task: ScheduledTask = {
  ...{ id: 'nightly', type: 'report', status: 'running', runCount: 7, etag: '"1"', words: 'At 06:00', next: [] },
};

it.each([
  ['older', { runCount: 6, status: 'succeeded' }],
  ['the same, by now ended', { runCount: 7, status: 'failed' }],
  ['newer', { runCount: 8, status: 'scheduled' }],
] as const)('says of a schedule what the table of its runs shows, whose newest run is %s', (_, newest) => {
  expect(asOfNewestRun(task, newest)).toEqual({ ...task, ...newest });
});

it('says what was read of the schedule while its runs are not read', () => {
  expect(asOfNewestRun(task, undefined)).toBe(task);
});
