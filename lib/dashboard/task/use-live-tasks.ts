'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { TaskRow } from '@/components/task/task-row.ts';
import { presentTime } from '@/components/ui/present.ts';
import { browserClock } from '../live/clock.ts';
import { useFollowedRead } from '../live/use-failed-reads.ts';
import { useLive, useLiveState } from '../live/use-live.ts';
import { useThrottled } from '../live/use-throttled.ts';
import { LiveRows } from './live-rows.ts';
import type { TaskListState } from './task-list-state.ts';
import { fetchTaskPage, fetchTasks, type TaskPage } from './task-page.ts';
import type { useTaskCache } from './use-task-pages.ts';

const headIntervalMs = 1_500;

type Options = {
  state: TaskListState;
  listName: string;
  cache: ReturnType<typeof useTaskCache>;
  visibleRows: () => TaskRow[];
  isReady: boolean;
};

/**
 * Keeps what is on the screen fresh: rows are replaced where they stand as the service tells of changes, and rows
 * that would come before them are counted, not shown, until `showNew`.
 */
export function useLiveTasks({ state, listName, cache, visibleRows, isReady }: Options) {
  const [head, setHead] = useState<{ listName: string; page: TaskPage; news: number }>();
  /** How many times the first page was asked for, and which answer was taken last. */
  const heads = useRef({ asked: 0, taken: 0 });

  const { isPaused } = useLiveState();
  const { values } = state;
  const followRows = useFollowedRead(() => {}); // they are read again anyway
  const present = useRef({ cache, visibleRows, isPaused, values });
  useEffect(() => {
    present.current = { cache, visibleRows, isPaused, values };
  });
  const [rows] = useState(
    () =>
      new LiveRows({
        read: async (ids) => {
          const asked = present.current.values;
          const read = await followRows(fetchTasks(ids, asked));
          const { values: now } = present.current;
          return now === asked ? read : fetchTasks(ids, now);
        },
        patch: (read, gone) => present.current.cache.patch(read, gone),
        loaded: () => present.current.cache.loaded(),
        visible: () => present.current.visibleRows(),
        isIdle: () => present.current.isPaused || document.visibilityState === 'hidden',
        ...browserClock,
      }),
  );
  useEffect(() => rows.start(), [rows]);
  const readHead = useThrottled(async () => {
    heads.current.asked += 1;
    const turn = heads.current.asked;
    const take = rows.expect();
    try {
      const page = await followHead(fetchTaskPage(state, { asOf: new Date(presentTime()).toISOString() }));
      if (present.current.values === values) take(page.value);
      if (turn < heads.current.taken) return; // a later answer came first
      heads.current.taken = turn;
      const loaded = cache.loaded();
      setHead({ listName, page, news: page.value.filter(({ id }) => !loaded.has(id)).length });
    } catch {
      // what is shown stays, and its age is told; the next change reads again
    } finally {
      rows.seen(); // what an overflow left in doubt, as far as the page did not have it
    }
  }, headIntervalMs);
  const followHead = useFollowedRead(readHead);
  useLive({ isReady }, ({ tasks, created, isOverflow }) => {
    rows.hear({ tasks, isOverflow });
    const loaded = cache.loaded();
    const mayComeIn = created > 0 || isOverflow || (state.filter.length > 0 && tasks.some((id) => !loaded.has(id)));
    if (mayComeIn) readHead();
  });

  const showNew = useCallback(() => {
    if (head) {
      cache.begin(head.page);
      rows.refresh(head.page.value.map(({ id }) => id)); // what changed while they waited was not read
    }
    setHead(undefined);
  }, [head, cache, rows]);
  const reload = useCallback(async () => {
    cache.begin(await fetchTaskPage(state, { asOf: new Date(presentTime()).toISOString() }));
    setHead(undefined);
  }, [cache, state]);
  const isOfThisList = head?.listName === listName;
  return {
    newCount: isOfThisList ? head.news : 0,
    hasMoreNew: isOfThisList && head.news === head.page.value.length,
    showNew,
    reload,
  };
}
