/**
 * How long a run that waits for a lock pauses before it tries again. Releasing a lock wakes the next in line. In case that
 * is missed, a run checks by itself, rarely when it has waited long.
 */
export function pauseAfter(waitedInMs: number, untilFreeInMs: number | null): number {
  const pause = Math.min(15_000, Math.max(500, waitedInMs / 4));
  return untilFreeInMs === null ? pause : Math.min(pause, Math.max(10, untilFreeInMs + 10));
}

/** The time until a lock is free, with a little more, so that it is. `null`: it is held as long as a run lasts. */
export function untilExpiry(freeInMs: number | null): number {
  return freeInMs === null ? Number.POSITIVE_INFINITY : Math.max(10, freeInMs + 10);
}
