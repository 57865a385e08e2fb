import { counted, type LogVolume } from '#contract';
import { stackedShares } from '@/components/ui/stacked-shares.ts';

/** Intervals that the strip divides a log into. */
export const stripIntervals = 60;

type Interval = LogVolume['intervals'][number];
type Counts = Pick<Interval, 'debug' | 'info' | 'warn' | 'error'> & { matching?: number };
type Counted = { intervalInMs: number; intervals: readonly (Counts & Pick<Interval, 'startsOn'>)[] };

/** A column of the strip: where it stands, and its parts from the bottom as shares of the height. */
type VolumeBar = { place: number; error: number; warn: number; other: number; isHit: boolean };

const totalOf = ({ debug, info, warn, error }: Counts) => debug + info + warn + error;

/** The least height of a part of a column, as a share of the highest column: 2 pixels. */
const leastPart = 0.09;

/** Returns the columns. Heights grow with the square root, and a part that counts a line is seen beside any others. */
export function volumeBars({ intervals, intervalInMs }: Counted, isFiltered: boolean): VolumeBar[] {
  const start = Date.parse(intervals[0]?.startsOn ?? '');
  const most = Math.max(1, ...intervals.map(totalOf));
  const share = (count: number) => Math.sqrt(count / most);
  return intervals.map((interval) => {
    const withError = share(interval.error);
    const withWarn = share(interval.error + interval.warn);
    const roots = [withError, withWarn - withError, share(totalOf(interval)) - withWarn];
    const [error = 0, warn = 0, other = 0] = stackedShares(roots, 1, leastPart);
    return {
      place: Math.round((Date.parse(interval.startsOn) - start) / intervalInMs),
      ...{ error, warn, other },
      isHit: isFiltered && (interval.matching ?? 0) > 0,
    };
  });
}

/** The interval that a line is in; -1 when the line is not known. */
export function intervalOf({ intervals }: LogVolume, line: string | undefined): number {
  if (line === undefined || !/^\d+$/.test(line)) return -1;
  return intervals.findLastIndex(({ firstId }) => BigInt(firstId) <= BigInt(line));
}

/** The interval that a key leads to from the current one: with a filter, the next one with a hit. */
export function intervalOfKey(
  { intervals }: LogVolume,
  key: string,
  current: number,
  isFiltered: boolean,
): number | undefined {
  const beyond = intervals.length;
  const from = { ArrowRight: current, Home: -1, ArrowLeft: current < 0 ? beyond : current, End: beyond }[key];
  if (from === undefined) return undefined;
  const step = key === 'ArrowRight' || key === 'Home' ? 1 : -1;
  for (let index = from + step; index >= 0 && index < beyond; index += step)
    if (!isFiltered || (intervals[index]?.matching ?? 0) > 0) return index;
  return undefined;
}

const ifAny = (count: number, one: string, many?: string) => (count === 0 ? [] : [counted(count, one, many)]);

/** `1,200 lines, 3 warnings, 1 error, 5 matches`. */
export function volumeWords(intervals: readonly Counts[], isFiltered: boolean): string {
  const sum = (of: (interval: Counts) => number) => intervals.reduce((total, interval) => total + of(interval), 0);
  return [
    ...ifAny(sum(totalOf), 'line'),
    ...ifAny(
      sum(({ warn }) => warn),
      'warning',
    ),
    ...ifAny(
      sum(({ error }) => error),
      'error',
    ),
    ...(isFiltered
      ? ifAny(
          sum(({ matching }) => matching ?? 0),
          'match',
          'matches',
        )
      : []),
  ].join(', ');
}
