const mostIntervals = 60;
const [second, minute, hour] = [1_000, 60_000, 3_600_000];
/** Lengths of intervals that stand on the clock: 00:00, 00:30, 01:00. */
const clockIntervals = [
  ...[second, 5 * second, 10 * second, 30 * second, minute, 5 * minute, 10 * minute, 30 * minute],
  ...[hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour],
];

/** Returns the length of the intervals, about 60 at most, into which a chart divides a time. In milliseconds. */
export function clockInterval(windowInMs: number): number {
  const least = Math.ceil(windowInMs / mostIntervals);
  return clockIntervals.find((length) => length >= least) ?? least;
}
