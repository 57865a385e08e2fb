import { type BulkOperation, isEnded, type TaskOrder, type TaskStatus, type ValueOrder } from '#contract';
import { operationPath } from '@/components/bulk/operation-path.ts';
import { statusLook } from '../task/status.ts';
import { type TaskRow, taskName } from '../task/task-row.ts';

/** A task that somebody wants to be told of, as it was when it was last read. */
export type WatchedTask = { kind: 'task'; id: string; name: string; runCount: number; status: TaskStatus };

/** A filter of tasks. `seen`: the first tasks that matched when it was last read; missing before the first read. */
export type WatchedFilter = {
  kind: 'filter';
  id: string;
  name: string;
  filter: string;
  sort: TaskOrder | ValueOrder;
  seen?: WatchedTask[];
  /** Whether `seen` is all that matched. */
  isWhole?: boolean;
};

/** A bulk operation. */
export type WatchedOperation = { kind: 'operation'; id: string; name: string; status: BulkOperation['status'] };

export type Watched = WatchedTask | WatchedFilter | WatchedOperation;

/** What is told of something watched. `isOver`: nothing more will come of it. */
export type WatchNotice = { title: string; body: string; isBad: boolean; isOver: boolean };

export function watchedOf(task: Pick<TaskRow, 'id' | 'name' | 'type' | 'runCount' | 'status'>): WatchedTask {
  return { kind: 'task', id: task.id, name: taskName(task), runCount: task.runCount, status: task.status };
}

/** A filter to watch. Its order belongs to it, because only the first tasks are compared. */
export function watchedFilterOf(filter: string, sort: WatchedFilter['sort']): WatchedFilter {
  const name = filter === '' ? 'All tasks' : filter;
  return { kind: 'filter', id: `filter ${sort} ${filter}`, name, filter, sort };
}

/** The page of what is watched. */
export function pathOfWatched(watched: Watched): string {
  if (watched.kind === 'task') return `/tasks/${encodeURIComponent(watched.id)}`;
  if (watched.kind === 'operation') return operationPath(watched.id);
  return `/tasks?${new URLSearchParams({ filter: watched.filter, sort: watched.sort })}`;
}

const bad: ReadonlySet<TaskStatus> = new Set(['failed', 'timedOut', 'retrying']);
const asleep: ReadonlySet<TaskStatus> = new Set(['scheduled', 'waiting', 'paused']);

/**
 * What there is to tell when a task moved from `before` to `now`, where `undefined` means that it was deleted. Returns
 * `undefined` for a move that nobody waits for. It names no value and no error message: others may see the screen.
 */
export function noticeOf(before: WatchedTask, now: WatchedTask | undefined): WatchNotice | undefined {
  if (now === undefined) return { title: before.name, body: 'It was deleted.', isBad: true, isOver: true };
  const { status, name } = now;
  if (status === before.status && now.runCount === before.runCount) return undefined;
  const isBad = bad.has(status);
  if (isEnded(status))
    return { title: name, body: `${statusLook[status].word} (run ${now.runCount}).`, isBad, isOver: true };
  if (status === 'retrying') return { title: name, body: 'An attempt failed. It is retried.', isBad, isOver: false };
  if (status === 'paused') return { title: name, body: 'It was paused.', isBad, isOver: false };
  if (status === 'running' && asleep.has(before.status))
    return { title: name, body: 'It is running again.', isBad, isOver: false };
  return undefined;
}
