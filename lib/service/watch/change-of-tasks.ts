import type { WatchChange } from '#contract';

const parts = new WeakMap<WatchChange, Map<string, WatchChange | undefined>>();

/**
 * Returns the function that leaves of a change what concerns these tasks, `undefined` when that is nothing. Readers of the
 * same tasks get the same object.
 */
export function changeOfTasks(taskIds: readonly string[]): (change: WatchChange) => WatchChange | undefined {
  const wanted = new Set(taskIds);
  const key = [...wanted].sort().join(' ');
  return (change) => {
    const known = parts.get(change) ?? new Map<string, WatchChange | undefined>();
    parts.set(change, known);
    if (!known.has(key)) known.set(key, partOf(change, wanted));
    return known.get(key);
  };
}

function partOf({ tasks, isOverflow }: WatchChange, wanted: ReadonlySet<string>): WatchChange | undefined {
  const concerned = tasks.filter((id) => wanted.has(id));
  return concerned.length > 0 || isOverflow ? { tasks: concerned, created: 0, isOverflow } : undefined;
}
