const halfLifeMs = 21_600_000;

/**
 * Returns a group's heat after more failures: the base-2 logarithm of the sum of all its failures, each with the weight
 * 2^(time / half-life). Heats of groups stay comparable without being updated, so an index orders groups by what fails
 * now. `heat` is `undefined` before the first failure.
 */
export function heatAfter(heat: number | undefined, failures: number, on: Date): number {
  const added = on.getTime() / halfLifeMs + Math.log2(failures);
  return heat === undefined ? added : sumOfHeats(heat, added);
}

/** Returns the heat of two groups together. */
export function sumOfHeats(one: number, other: number): number {
  const larger = Math.max(one, other);
  return larger + Math.log2(2 ** (one - larger) + 2 ** (other - larger));
}
