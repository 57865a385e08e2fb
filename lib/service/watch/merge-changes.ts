import type { WatchChange } from '#contract';

/** The maximum number of ids in one change. Beyond it, readers are told to read everything again. */
const maximumTasks = 1_000;

const merges = new WeakMap<WatchChange, WeakMap<WatchChange, WatchChange>>();

/**
 * Returns both changes as one of bounded size. The same two make the same object, so readers who are equally slow share
 * what is kept for them, and its text.
 */
export function mergeChanges(first: WatchChange, second: WatchChange): WatchChange {
  const known = merges.get(first) ?? new WeakMap<WatchChange, WatchChange>();
  merges.set(first, known);
  const merged = known.get(second) ?? mergedOf(first, second);
  known.set(second, merged);
  return merged;
}

function mergedOf(first: WatchChange, second: WatchChange): WatchChange {
  const tasks = [...new Set([...first.tasks, ...second.tasks])];
  const isTooLong = tasks.length > maximumTasks;
  return {
    tasks: isTooLong ? [] : tasks,
    created: first.created + second.created,
    isOverflow: first.isOverflow || second.isOverflow || isTooLong,
  };
}
