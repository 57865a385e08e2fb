import { isGoingBack } from '@/components/table/going-back.ts';
import { sharedValue } from '@/components/ui/shared-value.ts';
import type { PageMark, RowRange } from '../list/page-marks.ts';
import type { TaskListState } from './task-list-state.ts';

/**
 * The list from which a task was opened: its order is the way from task to task, and Back returns to the same row.
 * `more` continues after the last known id.
 */
export type TaskTrail = {
  listName: string;
  /** The address of the list. */
  href: string;
  /** Ids of all rows seen so far. `undefined` where a row was never loaded. */
  ids: readonly (string | undefined)[];
  more: { state: TaskListState; token: string; asOf: string } | undefined;
  place: TrailPlace;
};

/** Where the list was left. */
type TrailPlace = { currentId: string | undefined; top: number; marks: readonly PageMark[]; view: RowRange };

/** A task's place on the trail. `place` counts from 1. `isOpen`: more tasks match than are known. */
type TrailStep = {
  place: number;
  total: number;
  isOpen: boolean;
  previous: string | undefined;
  next: string | undefined;
};

/** Where a task stands on the trail; `undefined` where it is not on it. */
export function placeOnTrail(trail: TaskTrail | undefined, id: string): TrailStep | undefined {
  const index = trail?.ids.indexOf(id) ?? -1;
  if (trail === undefined || index < 0) return undefined;
  return {
    place: index + 1,
    total: trail.ids.length,
    isOpen: trail.more !== undefined,
    previous: trail.ids[index - 1],
    next: trail.ids[index + 1],
  };
}

/** The trail with a further page of its list. */
export function growTrail(
  trail: TaskTrail,
  page: { value: readonly { id: string }[]; continuationToken?: string },
): TaskTrail {
  const known = new Set(trail.ids);
  const added = page.value.flatMap(({ id }) => (known.has(id) ? [] : [id]));
  const more =
    trail.more === undefined || page.continuationToken === undefined
      ? undefined
      : { ...trail.more, token: page.continuationToken };
  return { ...trail, ids: [...trail.ids, ...added], more };
}

/** The trail of this tab. It ends with the page's memory. */
export const presentTrail = sharedValue<TaskTrail | undefined>(undefined);

/** Where this list was left, if Back or Forward opens it now. */
export function placeToRestore(listName: string): TrailPlace | undefined {
  const trail = presentTrail.get();
  return isGoingBack() && trail?.listName === listName ? trail.place : undefined;
}
