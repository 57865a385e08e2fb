import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Schedule, schedule } from '#contract';
import { checkSchedule, firstOccurrence, nextOccurrence } from './next-occurrence.ts';

const of = (cron: string, timeZone: string, until?: string): Schedule =>
  schedule.parse({ cron, timeZone, ...(until !== undefined && { until }) });

/** The next occurrences after a time. */
function occurrences(given: Schedule, after: string, count: number): (string | undefined)[] {
  const found: (string | undefined)[] = [];
  for (let last: string | undefined = after; found.length < count && last !== undefined; ) {
    last = nextOccurrence(given, last);
    found.push(last);
  }
  return found;
}

describe('across a change of daylight saving', () => {
  // The offset of the occurrence's own day counts, not today's: both changes of each zone.
  test.each([
    ['Europe/Berlin', '2026-03-28T00:00:00.000Z', ['2026-03-28T08:00:00.000Z', '2026-03-29T07:00:00.000Z']],
    ['Europe/Berlin', '2026-10-24T00:00:00.000Z', ['2026-10-24T07:00:00.000Z', '2026-10-25T08:00:00.000Z']],
    ['America/New_York', '2026-03-07T05:00:00.000Z', ['2026-03-07T14:00:00.000Z', '2026-03-08T13:00:00.000Z']],
    ['America/New_York', '2026-10-31T05:00:00.000Z', ['2026-10-31T13:00:00.000Z', '2026-11-01T14:00:00.000Z']],
    ['Australia/Lord_Howe', '2026-04-03T12:00:00.000Z', ['2026-04-03T22:00:00.000Z', '2026-04-04T22:30:00.000Z']],
    ['Australia/Lord_Howe', '2026-10-02T12:00:00.000Z', ['2026-10-02T22:30:00.000Z', '2026-10-03T22:00:00.000Z']],
    ['Asia/Kolkata', '2026-03-28T00:00:00.000Z', ['2026-03-28T03:30:00.000Z', '2026-03-29T03:30:00.000Z']],
    ['UTC', '2026-03-28T00:00:00.000Z', ['2026-03-28T09:00:00.000Z', '2026-03-29T09:00:00.000Z']],
  ])('nine in the morning stays nine in %s after %s', (timeZone, after, expected) => {
    expect(occurrences(of('0 9 * * *', timeZone), after, 2)).toEqual(expected);
  });

  test('an hour that the spring leaves out does not lose the day, and one that comes twice in autumn runs once', () => {
    const nightly = of('30 2 * * *', 'Europe/Berlin');
    const days = (after: string) => occurrences(nightly, after, 3).map((on) => on?.slice(0, 10));
    expect(days('2026-03-27T12:00:00.000Z')).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
    expect(days('2026-10-23T12:00:00.000Z')).toEqual(['2026-10-24', '2026-10-25', '2026-10-26']);
  });

  test('a pattern with several times runs in both hours that come twice, and not in the one that is left out', () => {
    const several = of('15,45 2 * * *', 'Europe/Berlin');
    expect(occurrences(several, '2026-03-28T12:00:00.000Z', 2)).toEqual([
      '2026-03-30T00:15:00.000Z',
      '2026-03-30T00:45:00.000Z',
    ]);
    const twice = ['00:15', '00:45', '01:15', '01:45'].map((time) => `2026-10-25T${time}:00.000Z`);
    expect(occurrences(several, '2026-10-24T12:00:00.000Z', 4)).toEqual(twice);
    expect(occurrences(of('*/30 * * * *', 'Europe/Berlin'), '2026-03-29T00:15:00.000Z', 3)).toEqual([
      '2026-03-29T00:30:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-29T01:30:00.000Z',
    ]);
  });

  test('every day of any year and zone has its occurrence at the same local time', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Kolkata'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('2024-01-01'), max: new Date('2032-01-01'), noInvalidDate: true }),
        (timeZone, after) => {
          const next = nextOccurrence(of('15 12 * * *', timeZone), after.toISOString());
          const local = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
          expect(local.format(new Date(next ?? 0))).toBe('12:15');
          expect(Date.parse(next ?? '') - after.getTime()).toBeGreaterThan(0);
          expect(Date.parse(next ?? '') - after.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
        },
      ),
    );
  });
});

describe('the end of a schedule', () => {
  const daily = (until: string) => of('0 9 * * *', 'UTC', until);

  test('an occurrence at `until` is the last one', () => {
    expect(nextOccurrence(daily('2026-01-02T09:00:00.000Z'), '2026-01-01T09:00:00.000Z')).toBe(
      '2026-01-02T09:00:00.000Z',
    );
    expect(nextOccurrence(daily('2026-01-02T09:00:00.000Z'), '2026-01-02T09:00:00.000Z')).toBeUndefined();
  });

  test('an occurrence after `until` does not count', () => {
    expect(nextOccurrence(daily('2026-01-02T08:59:59.999Z'), '2026-01-01T09:00:00.000Z')).toBeUndefined();
  });

  test('a pattern that never occurs has no occurrence', () => {
    expect(nextOccurrence(of('0 0 30 2 *', 'UTC'), '2026-01-01T00:00:00.000Z')).toBeUndefined();
  });
});

describe('the first occurrence', () => {
  const now = '2026-01-01T08:00:00.000Z';
  const daily = of('0 9 * * *', 'UTC');

  test.each([
    ['without a start is the next one', undefined, '2026-01-01T09:00:00.000Z'],
    ['is at the start where the start is one', '2026-01-03T09:00:00.000Z', '2026-01-03T09:00:00.000Z'],
    ['is the first after the start', '2026-01-03T09:00:00.001Z', '2026-01-04T09:00:00.000Z'],
    ['is never in the past, whatever the start', '2025-06-01T00:00:00.000Z', '2026-01-01T09:00:00.000Z'],
  ])('%s', (_, startOn, expected) => {
    expect(firstOccurrence(daily, now, startOn)).toBe(expected);
  });

  test('is refused where the schedule ends before it', () => {
    const ended = of('0 9 * * *', 'UTC', '2026-01-01T08:30:00.000Z');
    expect(() => firstOccurrence(ended, now, undefined)).toThrow('no occurrence in the time that is left');
  });
});

test.each([
  [{ cron: 'every day', timeZone: 'UTC' }, '/schedule/cron'],
  [{ cron: '0 25 * * *', timeZone: 'UTC' }, '/schedule/cron'],
  [{ cron: '0 9 * * *', timeZone: 'Mars/Base' }, '/schedule/timeZone'],
])('%j is refused and names %s', (given, pointer) => {
  expect(() => checkSchedule(given)).toThrow(
    expect.objectContaining({ details: [expect.objectContaining({ pointer })] }),
  );
});
