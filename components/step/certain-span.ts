import type { Span } from './time-axis.ts';

/**
 * Ends are recorded up to this much later than starts that follow them, because each is written with the delay of its
 * own transaction. Steps that overlap by no more ran one after the other, unless they began together.
 */
const recordedWithinInMs = 100;

/** The time in which a step ran for certain, of the time that is recorded. */
export function certainSpan({ from, to }: Span): Span {
  return { from, to: Math.max(Math.min(from + 1, to), to - recordedWithinInMs) };
}
