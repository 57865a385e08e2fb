import { counted, type Statistics } from '#contract';

export type Interval = Statistics['ended'][number];

/** The series of the chart, bottom first. Each has its own word and place in the legend: colour alone says nothing. */
export const throughputSeries = [
  { name: 'succeeded', word: 'Succeeded', color: '--positive' },
  { name: 'failed', word: 'Failed or timed out', color: '--danger' },
  { name: 'other', word: 'Cancelled', color: '--faint' },
] as const;

/** Columns for a stacked chart: times in seconds, then each series summed with those below it, the topmost first. */
export function stack(ended: readonly Interval[]): [number[], number[], number[], number[]] {
  return [
    ended.map(({ on }) => Date.parse(on) / 1_000),
    ended.map(({ succeeded, failed, other }) => succeeded + failed + other),
    ended.map(({ succeeded, failed }) => succeeded + failed),
    ended.map(({ succeeded }) => succeeded),
  ];
}

/** The task list's filter for the tasks of the runs that an interval counts, whatever they do since. */
export function ranFilter({ on }: Interval, intervalInMs: number): string {
  return `ran:>${on} ran:<${new Date(Date.parse(on) + intervalInMs).toISOString()}`;
}

/** What a bar says: its time, how many runs ended how, and of how many tasks, which it leads to. */
export function barWords(interval: Interval, formatTime: (time: Date) => string): string {
  const counts = throughputSeries.flatMap(({ name, word }) =>
    interval[name] === 0 ? [] : [`${interval[name].toLocaleString('en')} ${word.toLowerCase()}`],
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
