/** Random choices from a seed: equal seeds make equal choices. */
export type Random = {
  /** A whole number from 0 to `bound` - 1. */
  below(bound: number): number;
  chance(probability: number): boolean;
  /** One of the items, which must not be empty. */
  pick<T>(items: readonly T[]): T;
  /** One of the items, in proportion to its weight. Weight 0 is never chosen. */
  weighted<T>(items: readonly { weight: number; item: T }[]): T;
};

/** The generator mulberry32: small, and good enough to choose actions. */
export function randomOf(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    below,
    chance: (probability) => next() < probability,
    pick<T>(items: readonly T[]): T {
      return at(items, below(items.length));
    },
    weighted<T>(items: readonly { weight: number; item: T }[]): T {
      let left = next() * items.reduce((sum, { weight }) => sum + weight, 0);
      for (const { weight, item } of items) {
        left -= weight;
        if (left < 0 && weight > 0) return item;
      }
      return at(
        items.filter(({ weight }) => weight > 0),
        0,
      ).item;
    },
  };
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
}
