import type { TaskRow } from '@/components/task/task-row.ts';
import { noticeOf, type Watched, type WatchNotice, watchedOf } from '@/components/watch/watched.ts';

export type LookedAfter = { notices: (WatchNotice & { id: string })[]; now: Watched[]; over: string[] };

/** Reads watched tasks as they are now. Resolves with what there is to tell, and the ids of which nothing more will come. */
export async function lookAfter(
  watched: readonly Watched[],
  read: (ids: readonly string[]) => Promise<readonly TaskRow[]>,
): Promise<LookedAfter> {
  const rows = new Map((await read(watched.map(({ id }) => id))).map((row) => [row.id, watchedOf(row)]));
  const notices = watched.flatMap((before) => {
    const notice = noticeOf(before, rows.get(before.id));
    return notice === undefined ? [] : [{ ...notice, id: before.id }];
  });
  return { notices, now: [...rows.values()], over: notices.filter(({ isOver }) => isOver).map(({ id }) => id) };
}
