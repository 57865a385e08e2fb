/**
 * The channels of `LISTEN`/`NOTIFY`. SQL functions use the same names. A notification is sent when the transaction that
 * made it commits.
 */
export const channels = {
  /** A task changed: see `changeNotice`. */
  change: 'taskdeck_change',
  /** Runs are ready, and workers claim them: see `keptRuns`. */
  work: 'taskdeck_work',
  /** Runs were taken from their workers: see `controlNotice`. */
  control: 'taskdeck_control',
  /** A waiter is next at a lock. The payload is the waiter's key. */
  lock: 'taskdeck_lock',
} as const;

/**
 * The maximum number of tasks in one notification. A payload has at most 8,000 bytes, and an id up to 128 characters.
 */
export const maximumNamedTasks = 50;
/** The maximum number of keys of ended tasks in one notification. A key has up to 16 digits. */
const maximumEndedKeys = 400;

/**
 * The payload of `channels.change`: the ids of changed tasks, how many tasks are new, and whether more changed than are
 * named. `endedKeys` are the keys of exactly the tasks that ended; without them each named task, or any, may have.
 */
export function changeNotice(change: {
  ids: readonly string[];
  created?: number;
  endedKeys?: readonly number[];
}): string {
  const { ids, created = 0, endedKeys = [] } = change;
  const isNamed = ids.length <= maximumNamedTasks;
  return JSON.stringify({
    t: isNamed ? ids : [],
    ...(change.endedKeys !== undefined && endedKeys.length <= maximumEndedKeys && { e: endedKeys }),
    c: created,
    m: isNamed ? 0 : 1,
  });
}

/** The payload of `channels.change` when it is not known which tasks changed. */
export const anyChangeNotice = JSON.stringify({ t: [], c: 0, m: 1 });

/** The payload of `channels.control`: keys of the tasks whose runs were taken. */
export function controlNotice(taskKeys: readonly number[]): string {
  return JSON.stringify({ k: taskKeys });
}

/**
 * The queued runs that a payload of `channels.work` names, each with the key of the worker that may have it in memory.
 * None when all are to be claimed.
 */
export function keptRuns(payload: string): { taskKey: number; workerKey: number }[] {
  const named: unknown = payload === '' ? [] : JSON.parse(payload).k;
  if (!Array.isArray(named)) return [];
  return named.map(([taskKey, workerKey]) => ({ taskKey: Number(taskKey), workerKey: Number(workerKey) }));
}
