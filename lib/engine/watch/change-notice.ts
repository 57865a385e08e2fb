/** The channel on which every change of a task is told, in the transaction that makes it. */
export const changeChannel = 'taskdeck_change';
/** The channel that wakes workers: runs are ready. */
export const workChannel = 'taskdeck_work';
/** The channel that tells workers whose runs were taken from them: `{"k": [task keys]}`. */
export const controlChannel = 'taskdeck_control';

/** A notification has at most 8,000 bytes; ids have up to 128. */
const mostNamed = 50;

/**
 * The payload of `taskdeck_change`: task ids, how many tasks are new, and whether more changed than are named. A
 * worker's flush adds `e`, the keys of all that ended in it; without it each task named, or any, may have.
 */
export function changeNotice(ids: readonly string[], created = 0, ended?: readonly number[]): string {
  const named = ids.slice(0, mostNamed);
  return JSON.stringify({ t: named, c: created, m: ids.length > named.length ? 1 : 0, e: ended });
}
