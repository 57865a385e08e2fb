'use client';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { TaskRow } from '@/components/task/task-row.ts';
import { useLive } from '../live/use-live.ts';
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
  const headTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isReading = useRef(false);

  const refresh = useEffectEvent(async (ids: readonly string[]) => {
    if (ids.length === 0) return;
    try {
      const rows = await fetchTasks(ids);
      const found = new Set(rows.map(({ id }) => id));
      cache.patch(
        rows,
        ids.filter((id) => !found.has(id)),
      );
    } catch {
      // a failed refresh leaves the rows as they are; the live state tells how old they may be, and overflow follows
    }
  });
  const readHead = useEffectEvent(async () => {
    if (isReading.current) return;
    isReading.current = true;
    try {
      const page = await fetchTaskPage(state, { asOf: new Date().toISOString() });
      setHead({ listName, page, news: page.value.filter(({ id }) => !cache.isLoaded(id)).length });
    } catch {
      // as above
    } finally {
      isReading.current = false;
    }
  });
  const askForHead = useEffectEvent(() => {
    if (headTimer.current !== undefined) return;
    void readHead();
    headTimer.current = setTimeout(() => {
      headTimer.current = undefined;
    }, headIntervalMs);
  });

  const trailing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLive({}, ({ tasks, created, isOverflow }) => {
    if (!isReady) return;
    const shown = visibleRows().map(({ id }) => id);
    void refresh(isOverflow ? shown : tasks.filter((id) => cache.isLoaded(id)).slice(0, 200));
    const mayComeIn = created > 0 || isOverflow || (state.filter.length > 0 && tasks.some((id) => !cache.isLoaded(id)));
    if (!mayComeIn) return;
    askForHead();
    clearTimeout(trailing.current);
    trailing.current = setTimeout(() => void readHead(), headIntervalMs);
  });
  useEffect(
    () => () => {
      clearTimeout(trailing.current);
      clearTimeout(headTimer.current);
    },
    [],
  );

  const showNew = useCallback(() => {
    if (head) cache.begin(head.page);
    setHead(undefined);
  }, [head, cache]);
  const reload = useCallback(async () => {
    cache.begin(await fetchTaskPage(state, { asOf: new Date().toISOString() }));
    setHead(undefined);
  }, [cache, state]);
  const isOfThisList = head?.listName === listName;
  return {
    newCount: isOfThisList ? head.news : 0,
    hasMoreNew: isOfThisList && head.news === head.page.value.length,
    showNew,
    reload,
    refresh,
  };
}
