import { expect, it } from 'vitest';
import { describeSchedule } from './describe-schedule.ts';

const from = new Date('2026-03-28T12:00:00Z');

it('says it in words and when it starts next, in its own zone', () => {
  const meaning = describeSchedule({ cron: '30 8 * * *', timeZone: 'Europe/Berlin' }, { count: 2, from });
  expect(meaning).toEqual({
    words: 'At 08:30',
    next: ['2026-03-29T06:30:00.000Z', '2026-03-30T06:30:00.000Z'],
  });
});

it('ends when the schedule does', () => {
  const schedule = { cron: '0 * * * *', timeZone: 'UTC', until: '2026-03-28T13:30:00Z' };
  expect(describeSchedule(schedule, { count: 5, from })).toMatchObject({ next: ['2026-03-28T13:00:00.000Z'] });
});

it.each([
  ['61 * * * *', 'UTC'],
  ['nonsense', 'UTC'],
  ['* * * * *', 'Mars/Olympus'],
])('says what is wrong with %s in %s', (cron, timeZone) => {
  expect(describeSchedule({ cron, timeZone }, { count: 1, from })).toEqual({
    problem: expect.stringMatching(/^[A-Z].*\.$/),
  });
});
