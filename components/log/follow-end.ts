/** Where a list stands after it was scrolled, in pixels. */
type Scrolled = {
  /** Its top before. */
  from: number;
  top: number;
  /** What of its content is below the screen. */
  below: number;
};

/** Fewer pixels below the screen than this count as the end: two lines. */
const nearTheEnd = 40;
/** Scroll positions are fractions, heights are not. */
const rounding = 2;

/**
 * Whether a log is followed after it was scrolled: no longer once the reader has gone up from its end, and again once
 * they have come back to it. `hasNewer`: lines are left to load, so that the end of the list is not that of the log.
 */
export function followsAfter(isFollowing: boolean, hasNewer: boolean, { from, top, below }: Scrolled): boolean {
  const isUpward = top < from - 1;
  if (isFollowing) return !isUpward || below <= nearTheEnd;
  return !isUpward && !hasNewer && below <= rounding;
}
