/** Two places of a strip, in the order in which they were chosen. */
export type RangeSelection = { anchor: number; head: number };

/** The selection after a key, or `undefined` for a key that does not move it. Shift keeps the anchor. */
export function selectionOfKey(
  key: string,
  isExtending: boolean,
  present: RangeSelection | undefined,
  count: number,
): RangeSelection | undefined {
  const last = count - 1;
  const from = present?.head;
  const target = {
    ArrowLeft: from === undefined ? last : from - 1,
    ArrowRight: from === undefined ? 0 : from + 1,
    Home: 0,
    End: last,
  }[key];
  if (target === undefined || count === 0) return undefined;
  const head = Math.min(Math.max(target, 0), last);
  return { anchor: isExtending && present !== undefined ? present.anchor : head, head };
}

/** The first and last place of a selection. */
export function placesOf({ anchor, head }: RangeSelection): { first: number; last: number } {
  return { first: Math.min(anchor, head), last: Math.max(anchor, head) };
}
