import { isEnded } from '#contract';
import { noticeOf, type WatchedFilter, type WatchedTask, type WatchNotice } from './watched.ts';

/** The first tasks that match, as they are now. `left`: those seen before that are not among them, if they still exist. */
type FilterRead = { rows: readonly WatchedTask[]; isWhole: boolean; left: readonly WatchedTask[] };

/** Returns what there is to tell of a filter, and the filter as it is now. The first read tells nothing. */
export function filterNotice(
  watched: WatchedFilter,
  { rows, isWhole, left }: FilterRead,
): { notice: WatchNotice | undefined; now: WatchedFilter } {
  const now = { ...watched, seen: [...rows], isWhole };
  if (watched.seen === undefined) return { notice: undefined, now };
  const before = new Map(watched.seen.map((task) => [task.id, task]));
  const present = new Map([...left, ...rows].map((task) => [task.id, task]));
  const moves = watched.seen.flatMap((task) => {
    const moved = noticeOf(task, present.get(task.id));
    return moved === undefined ? [] : [{ moved, task: present.get(task.id) }];
  });
  const added = newOf(rows, before, watched.isWhole === true);
  const failed = [...moves.filter(({ moved }) => moved.isOver).map(({ task }) => task), ...added].filter(isFailed);
  const ended = moves.filter(({ moved, task }) => moved.isOver && task !== undefined && !isFailed(task));
  const parts = [
    part(failed.length, 'failed'),
    part(ended.length, 'ended'),
    part(moves.filter(({ task }) => task === undefined).length, 'deleted'),
    part(moves.filter(({ moved }) => !moved.isOver && moved.isBad).length, 'retried'),
    part(moves.filter(({ task }) => task?.status === 'paused').length, 'paused'),
    part(moves.filter(({ task }) => task?.status === 'running').length, 'running again'),
    part(added.filter((task) => !isFailed(task)).length, 'new'),
  ].filter((text) => text !== undefined);
  if (parts.length === 0) return { notice: undefined, now };
  const body = `${parts.join(', ')}.`;
  const isBad = failed.length > 0 || moves.some(({ moved, task }) => moved.isBad && task !== undefined);
  return { notice: { title: 'Tasks of a watched filter', body, isBad, isOver: false }, now };
}

/** Tasks that match now and did not before. Of a longer list, those behind the last known one may only have moved up. */
function newOf(
  rows: readonly WatchedTask[],
  before: ReadonlyMap<string, WatchedTask>,
  wasWhole: boolean,
): readonly WatchedTask[] {
  const last = rows.findLastIndex(({ id }) => before.has(id));
  return rows.filter(({ id }, index) => !before.has(id) && (wasWhole || index < last));
}

function isFailed(task: WatchedTask | undefined): boolean {
  return task !== undefined && isEnded(task.status) && (task.status === 'failed' || task.status === 'timedOut');
}

function part(count: number, word: string): string | undefined {
  return count === 0 ? undefined : `${count} ${word}`;
}
