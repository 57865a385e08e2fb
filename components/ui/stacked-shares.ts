/**
 * Shares of the full height that stacked counts get, where `most` has all of it. A count above 0 has at least the share
 * `least`, so that it is seen. What that takes is missing at the largest count, and the stack is as high as before, or as
 * high as its parts need.
 */
export function stackedShares(counts: readonly number[], most: number, least: number): number[] {
  if (most <= 0) return counts.map(() => 0);
  const shares = counts.map((count) => (count <= 0 ? 0 : Math.max(least, count / most)));
  const added = shares.reduce((sum, share, place) => sum + share - (counts[place] ?? 0) / most, 0);
  const largest = shares.indexOf(Math.max(...shares));
  return shares.map((share, place) => (place === largest && share > 0 ? Math.max(least, share - added) : share));
}
