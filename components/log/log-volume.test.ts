import { expect, it } from 'vitest';
import type { LogVolume } from '#contract';
import { intervalOf, intervalOfKey, volumeBars, volumeWords } from './log-volume.ts';

const interval = (second: number, firstId: number, counts: Partial<LogVolume['intervals'][number]>) => ({
  ...{ startsOn: `2026-11-22T09:00:0${second}.000Z`, firstId: String(firstId) },
  ...{ debug: 0, info: 0, warn: 0, error: 0, matching: 0, ...counts },
});
const volume: LogVolume = {
  intervalInMs: 1_000,
  isCut: false,
  intervals: [
    interval(0, 9, { info: 60, debug: 40 }),
    interval(2, 109, { info: 19, warn: 5, error: 1, matching: 3, firstMatchId: '110' }),
    interval(5, 134, { error: 1, matching: 1, firstMatchId: '134' }),
  ],
};

it('places a bar at its time, with a visible share for few errors', () => {
  expect(volumeBars(volume, true)).toMatchObject([
    { place: 0, error: 0, warn: 0, other: 1, isHit: false },
    { place: 2, error: 0.1, isHit: true },
    { place: 5, error: 0.1, warn: 0, other: 0, isHit: true },
  ]);
  const [, second] = volumeBars(volume, false);
  expect((second?.error ?? 0) + (second?.warn ?? 0) + (second?.other ?? 0)).toBeCloseTo(0.5);
  expect(second?.isHit).toBe(false);
});

it('shows a warning among a million errors, and a line beside a million', () => {
  const bars = volumeBars(
    { ...volume, intervals: [interval(0, 1, { error: 999_999, warn: 1 }), interval(1, 1_000_001, { info: 1 })] },
    false,
  );
  expect(bars[0]?.warn).toBeCloseTo(0.09);
  expect((bars[0]?.error ?? 0) + (bars[0]?.warn ?? 0)).toBeCloseTo(1);
  expect(bars[1]?.other).toBeCloseTo(0.09);
});

it('knows the interval of a line by its number, not by its text', () => {
  expect(['8', '9', '108', '109', '133', '99999', undefined, 'x'].map((line) => intervalOf(volume, line))).toEqual([
    -1, 0, 0, 1, 1, 2, -1, -1,
  ]);
});

it('goes from hit to hit under a filter, and stays at the ends', () => {
  const after = (key: string, current: number, isFiltered = true) => intervalOfKey(volume, key, current, isFiltered);
  expect([after('ArrowRight', -1, false), after('ArrowRight', -1), after('Home', 2)]).toEqual([0, 1, 1]);
  expect([after('ArrowLeft', -1), after('End', 0), after('ArrowLeft', 2)]).toEqual([2, 2, 1]);
  expect([after('ArrowRight', 2), after('ArrowLeft', 1), after('a', 1)]).toEqual([undefined, undefined, undefined]);
});

it('says what it counts', () => {
  expect(volumeWords(volume.intervals, false)).toBe('126 lines, 5 warnings, 2 errors');
  expect(volumeWords(volume.intervals.slice(1, 2), true)).toBe('25 lines, 5 warnings, 1 error, 3 matches');
  expect(volumeWords(volume.intervals.slice(2), true)).toBe('1 line, 1 error, 1 match');
});
