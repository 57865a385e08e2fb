import { expect, it } from 'vitest';
import { schedule } from '#contract';
import { nextOccurrence } from '../../engine/schedules/next-occurrence.ts';
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

it('has the occurrence at its end, as the service does', () => {
  const until = '2026-03-28T13:00:00.000Z';
  const meaning = describeSchedule({ cron: '0 13 * * *', timeZone: 'UTC', until }, { count: 5, from });
  expect(meaning).toMatchObject({ next: [until] });
});

it.each([
  ['Europe/Berlin', '2026-03-28T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-24T22:00:00.000Z'],
  ['America/New_York', '2026-03-08T04:00:00.000Z'],
  ['America/New_York', '2026-11-01T03:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-04T13:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-03T13:00:00.000Z'],
])('tells the times at which the service starts runs in %s in the night after %s', (timeZone, night) => {
  for (const cron of ['0 * * * *', '*/15 * * * *', '30 2 * * *', '45 1 * * *', '0 */2 * * *', '0,30 1-3 * * *']) {
    const occurrences: string[] = [];
    for (let last: string | undefined = night; occurrences.length < 30 && last !== undefined; ) {
      last = nextOccurrence(schedule.parse({ cron, timeZone }), last);
      if (last !== undefined) occurrences.push(last);
    }
    const meaning = describeSchedule({ cron, timeZone }, { count: 30, from: new Date(night) });
    expect(meaning, cron).toMatchObject({ next: occurrences });
    expect(occurrences, cron).toEqual([...new Set(occurrences)].toSorted());
  }
});

it.each([
  ['61 * * * *', 'UTC'],
  ['0 0 1 1 * * 2027', 'UTC'],
  ['nonsense', 'UTC'],
  ['* * * * *', 'Mars/Olympus'],
])('says what is wrong with %s in %s', (cron, timeZone) => {
  expect(describeSchedule({ cron, timeZone }, { count: 1, from })).toEqual({
    problem: expect.stringMatching(/^[A-Z].*\.$/),
  });
});
