import { z } from 'zod';
import { type Bounds, intersectBounds } from './bound-patterns.ts';
import { bounds } from './bounds.ts';
import { record } from './record.ts';

/**
 * The bounds of who has a value of a claim, such as a group. The order counts, so that a value is no whole number: objects
 * have those first.
 */
export const boundsMap = record(z.string().regex(/^(?!\d+$)/, 'is not a whole number, as the order counts'), bounds);

export type BoundsMap = z.output<typeof boundsMap>;

/**
 * Returns the bounds of the first value of a map that somebody has; `*` is for everybody. Who has none of them reaches
 * nothing. Without a map, and for `{}`, nothing is bounded.
 */
export function boundsOfValues(map: BoundsMap | undefined, values: readonly string[]): Bounds | undefined {
  if (map === undefined) return undefined;
  const found = Object.entries(map).find(([value]) => value === '*' || values.includes(value));
  return found === undefined ? { types: [], queues: [], stores: [] } : intersectBounds(found[1], undefined);
}
