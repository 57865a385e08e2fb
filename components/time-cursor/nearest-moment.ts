/** A thing that happened at a time, in milliseconds since the epoch. */
export type Moment = { id: string; at: number };

/** Puts moments in the order of their times. Those of the same time keep their order. */
export function inTime(moments: readonly Moment[]): Moment[] {
  return moments.toSorted((one, other) => one.at - other.at);
}

/**
 * Returns the moment nearest to a time, of moments in the order of their times. Of two that are equally near, the
 * earlier one; of several at the same time, the first one.
 */
export function nearestMoment(moments: readonly Moment[], time: number): Moment | undefined {
  const next = firstFrom(moments, time);
  const after = moments[next];
  const before = moments[next - 1];
  if (before === undefined || after === undefined) return after ?? (before && moments[firstFrom(moments, before.at)]);
  return after.at - time < time - before.at ? after : moments[firstFrom(moments, before.at)];
}

/** The place of the first moment at or after a time. */
function firstFrom(moments: readonly Moment[], time: number): number {
  let low = 0;
  let high = moments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((moments[middle]?.at ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
