import { afterEach, expect, it, vi } from 'vitest';
import { wallClock } from './wall-clock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** This runtime may not have `Temporal`, which tells the zone without `Intl`. */
const knowZone = (zone: string) => vi.stubGlobal('Temporal', { Now: { timeZoneId: () => zone } });

const ofIntl: { readonly format: unknown } = Intl.DateTimeFormat.prototype;

/** Every 53 minutes and some of two years, in which clocks are set forward and back, and some far away. */
const times = [
  ...Array.from({ length: 20_000 }, (_, at) => Date.UTC(2025, 0, 1) + at * 3_187_123),
  ...[1_001, 1_582, 1_883, 1_969, 1_970, 2_100, 9_998].map((year) => Date.UTC(year, 5, 30, 23, 59, 59, 7)),
].map((time) => new Date(time));

it.each(['UTC', 'Europe/Berlin', 'Australia/Lord_Howe'])(
  'shows for %s as the zone of the browser what Intl shows',
  (zone) => {
    vi.stubEnv('TZ', zone);
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    for (const hasMilliseconds of [true, false]) {
      knowZone(''); // no zone is that of the browser
      const byIntl = zone === 'UTC' ? 'Etc/UTC' : zone; // another name of the same
      const expected = times.map((time) => wallClock(time, byIntl, hasMilliseconds));
      knowZone(zone);
      vi.spyOn(ofIntl, 'format', 'get').mockThrow(new Error('Intl was used'));
      expect(times.map((time) => wallClock(time, zone, hasMilliseconds))).toEqual(expected);
      vi.restoreAllMocks();
    }
  },
);

it('has a form for years of other than four digits', () => {
  expect(wallClock(new Date('+010000-01-01T00:00:00.000Z'), 'UTC')).toBe('10000-01-01 00:00:00');
});

it('shows another zone than that of the browser', () => {
  knowZone('Europe/Berlin');
  expect(wallClock(new Date('2026-11-21T10:32:07.123Z'), 'Asia/Kolkata', true)).toBe('2026-11-21 16:02:07.123');
});
