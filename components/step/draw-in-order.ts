import { certainSpan } from './certain-span.ts';
import { extentOf, type Segment } from './segments.ts';

/**
 * Draws a step that ran after the step before it from that step's end. Each time is recorded with the delay of its own
 * transaction, so that an end can be recorded a few milliseconds later than the start that followed it. The records stay as
 * they are: only the bars do not overlap.
 */
export function drawInOrder(steps: readonly (readonly Segment[])[]): Segment[][] {
  return steps.map((segments, place) => {
    const before = extentOf(steps[place - 1] ?? []);
    const [first, ...rest] = segments;
    if (first === undefined || before === undefined) return [...segments];
    const isAfter = first.from >= certainSpan(before).to && first.from < before.to;
    return isAfter ? [{ ...first, from: Math.min(before.to, first.to) }, ...rest] : [...segments];
  });
}
