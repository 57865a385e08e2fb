/** What the live stream tells every tab. `ready`: it has begun, at first or again, so what is shown may be old. `build`: of the server. `rights`: what the operator may do. `hold`: no connection is to be opened while `isHeld`. */
export type LiveMessage =
  | { kind: 'ready'; build?: string; rights?: string }
  | { kind: 'rights'; rights: string }
  | { kind: 'ping' }
  | { kind: 'lost' }
  | { kind: 'hold'; isHeld: boolean }
  | ({ kind: 'change' } & LiveChange);

/** What changed since a subscriber was last called. */
export type LiveChange = {
  tasks: readonly string[];
  /** Tasks created. */
  created: number;
  /** More changed than is named, or messages were missed: read afresh all that is shown. */
  isOverflow: boolean;
};

const mostTasksHeld = 500;

/** Two changes as one. */
export function mergeChanges(earlier: LiveChange | undefined, later: LiveChange): LiveChange {
  if (earlier === undefined) return later;
  const tasks = [...new Set([...earlier.tasks, ...later.tasks])];
  return {
    tasks: tasks.slice(0, mostTasksHeld),
    created: earlier.created + later.created,
    isOverflow: earlier.isOverflow || later.isOverflow || tasks.length > mostTasksHeld,
  };
}

/** Whether a change is about any of these tasks; without tasks every change counts. */
export function isAbout(change: LiveChange, taskIds: readonly string[] | undefined): boolean {
  if (taskIds === undefined || change.isOverflow) return true;
  return taskIds.some((id) => change.tasks.includes(id));
}
