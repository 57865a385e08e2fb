import { counted, numberText, type Statistics } from '#contract';
import { stackedShares } from '@/components/ui/stacked-shares.ts';

export type Interval = Statistics['ended'][number];

/** The series of the chart, bottom first. Each has its own word and place in the legend: colour alone says nothing. */
export const throughputSeries = [
  { name: 'succeeded', word: 'Succeeded', color: '--positive' },
  { name: 'failed', word: 'Failed or timed out', color: '--danger' },
  { name: 'other', word: 'Cancelled', color: '--faint' },
] as const;

/** The least height of a part of a bar, as a share of the highest bar: about 4 pixels. */
const leastPart = 0.025;

/**
 * Columns for a stacked chart: times in seconds, then each series summed with those below it, the topmost first. A part that
 * counts something is drawn with a height that is seen.
 */
export function stack(ended: readonly Interval[]): [number[], number[], number[], number[]] {
  const most = Math.max(0, ...ended.map(({ succeeded, failed, other }) => succeeded + failed + other));
  const heights = ended.map(({ succeeded, failed, other }) => {
    const [low = 0, middle = 0, high = 0] = stackedShares([succeeded, failed, other], most, leastPart);
    return { low: low * most, middle: (low + middle) * most, high: (low + middle + high) * most };
  });
  return [
    ended.map(({ on }) => Date.parse(on) / 1_000),
    heights.map(({ high }) => high),
    heights.map(({ middle }) => middle),
    heights.map(({ low }) => low),
  ];
}

/** The task list's filter for the tasks of the runs that an interval counts, whatever they do since. */
export function ranFilter({ on }: Interval, intervalInMs: number): string {
  return `ran:>${on} ran:<${new Date(Date.parse(on) + intervalInMs).toISOString()}`;
}

/** Where the bar of an interval is: the shares of the chart's time at which it begins and that it takes. */
export function placeOf(
  ended: readonly Interval[],
  intervalInMs: number,
  { on }: Interval,
): { begins: number; width: number } {
  const { from, span } = timeOf(ended, intervalInMs);
  return { begins: (Date.parse(on) - from) / span, width: intervalInMs / span };
}

/** The interval at a share of the chart's time; `undefined` beside the chart. */
export function intervalAt(ended: readonly Interval[], intervalInMs: number, share: number): Interval | undefined {
  if (share < 0 || share >= 1) return undefined;
  const { from, span } = timeOf(ended, intervalInMs);
  return ended.findLast(({ on }) => Date.parse(on) <= from + share * span);
}

function timeOf(ended: readonly Interval[], intervalInMs: number): { from: number; span: number } {
  const from = Date.parse(ended[0]?.on ?? '');
  return { from, span: Date.parse(ended.at(-1)?.on ?? '') + intervalInMs - from };
}

/** The interval that a key leads to: the arrows begin at the newest one with runs. `undefined` for other keys. */
export function intervalOfKey(
  ended: readonly Interval[],
  chosen: Interval | undefined,
  key: string,
): Interval | undefined {
  if (key === 'Home') return ended[0];
  if (key === 'End') return ended.at(-1);
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  if (chosen === undefined) return ended.findLast(({ tasks }) => tasks > 0) ?? ended.at(-1);
  return ended[ended.indexOf(chosen) + (key === 'ArrowLeft' ? -1 : 1)] ?? chosen;
}

/** What a bar says: its time, how many runs ended how, and of how many tasks, which it leads to. */
export function barWords(interval: Interval, formatTime: (time: Date) => string): string {
  const counts = throughputSeries.flatMap(({ name, word }) =>
    interval[name] === 0 ? [] : [`${numberText(interval[name])} ${word.toLowerCase()}`],
  );
  const words = counts.length === 0 ? 'no run ended' : `${counts.join(', ')} · ${counted(interval.tasks, 'task')}`;
  return `${formatTime(new Date(interval.on))}: ${words}`;
}

/** The sums over all intervals. */
export function totals(ended: readonly Interval[]): { succeeded: number; failed: number; other: number } {
  return {
    succeeded: ended.reduce((sum, interval) => sum + interval.succeeded, 0),
    failed: ended.reduce((sum, interval) => sum + interval.failed, 0),
    other: ended.reduce((sum, interval) => sum + interval.other, 0),
  };
}
