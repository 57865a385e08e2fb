/** Places of equal elements in two lists; one is `undefined` where the other list has no equal element. */
export type Aligned = { left: number | undefined; right: number | undefined };

/** Up to this product of lengths, the longest common subsequence is exact. */
const exactArea = 1_000_000;

/**
 * Aligns two lists by their keys, in order: the longest common subsequence. What only one list has stands where it came,
 * the left list first. Of long lists, equal keys are matched by their occurrence, as the engine matches steps.
 */
export function align(left: readonly string[], right: readonly string[]): Aligned[] {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start++;
  let end = 0;
  while (end < Math.min(left.length, right.length) - start && left.at(-1 - end) === right.at(-1 - end)) end++;
  const middle = { left: left.slice(start, left.length - end), right: right.slice(start, right.length - end) };
  const isSmall = middle.left.length * middle.right.length <= exactArea;
  const matches = isSmall ? commonSubsequence(middle.left, middle.right) : commonOccurrences(middle.left, middle.right);
  const pairs = [
    ...Array.from({ length: start }, (_, index) => [index, index] as const),
    ...matches.map(([one, other]) => [start + one, start + other] as const),
    ...Array.from({ length: end }, (_, index) => [left.length - end + index, right.length - end + index] as const),
  ];
  return between(pairs, left.length, right.length);
}

type Pair = readonly [left: number, right: number];

function between(pairs: readonly Pair[], leftLength: number, rightLength: number): Aligned[] {
  const aligned: Aligned[] = [];
  let [left, right] = [0, 0];
  for (const [nextLeft, nextRight] of [...pairs, [leftLength, rightLength] as const]) {
    for (; left < nextLeft; left++) aligned.push({ left, right: undefined });
    for (; right < nextRight; right++) aligned.push({ left: undefined, right });
    if (left < leftLength && right < rightLength) aligned.push({ left: left++, right: right++ });
  }
  return aligned;
}

function commonSubsequence(left: readonly string[], right: readonly string[]): Pair[] {
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  const at = (one: number, other: number) => lengths[one * width + other] ?? 0;
  for (let one = left.length - 1; one >= 0; one--)
    for (let other = right.length - 1; other >= 0; other--)
      lengths[one * width + other] =
        left[one] === right[other] ? at(one + 1, other + 1) + 1 : Math.max(at(one + 1, other), at(one, other + 1));
  const pairs: Pair[] = [];
  let [one, other] = [0, 0];
  while (one < left.length && other < right.length) {
    if (left[one] === right[other]) pairs.push([one++, other++]);
    else if (at(one + 1, other) >= at(one, other + 1)) one++;
    else other++;
  }
  return pairs;
}

/** The longest increasing subsequence of the places of equal occurrences. */
function commonOccurrences(left: readonly string[], right: readonly string[]): Pair[] {
  const places = new Map(occurrences(right).map((key, place) => [key, place]));
  const found: (Pair & object)[] = [];
  occurrences(left).forEach((key, place) => {
    const other = places.get(key);
    if (other !== undefined) found.push([place, other]);
  });
  const tails: number[] = [];
  const before: number[] = [];
  found.forEach(([, place], index) => {
    const at = firstFrom(tails.length, (length) => (found[tails[length] ?? 0]?.[1] ?? 0) >= place);
    before[index] = at === 0 ? -1 : (tails[at - 1] ?? -1);
    tails[at] = index;
  });
  const pairs: Pair[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = found[index];
    if (pair !== undefined) pairs.push(pair);
  }
  return pairs.reverse();
}

function occurrences(keys: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return keys.map((key) => {
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    return `${occurrence} ${key}`;
  });
}

/** The first number below `count` for which something holds, else `count`. It holds for all numbers above the first. */
function firstFrom(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
