import type { Bounds, WatchChange } from '#contract';
import type { GuardedEngine } from '../records/guarded.ts';

/**
 * Returns the function that leaves of a change what lies inside of bounds, `undefined` when that is nothing. It knows no
 * tasks that are gone: their lists notice when they are read again.
 */
export async function narrowerOf(
  engine: Pick<GuardedEngine, 'changesInside'>,
  bounds: Bounds,
): Promise<(change: WatchChange) => Promise<WatchChange | undefined>> {
  let { lastKey } = await engine.changesInside({ ids: [], afterKey: undefined }, bounds);
  return async ({ tasks, created, isOverflow }) => {
    const asked = { ids: tasks, afterKey: created > 0 || isOverflow ? lastKey : undefined };
    const inside = await engine.changesInside(asked, bounds);
    if (asked.afterKey !== undefined) lastKey = inside.lastKey;
    if (inside.ids.length === 0 && inside.created === 0 && !isOverflow) return undefined;
    return { tasks: inside.ids, created: inside.created, isOverflow };
  };
}
