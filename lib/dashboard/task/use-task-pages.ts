'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { TaskRow } from '@/components/task/task-row.ts';
import { presentTime } from '@/components/ui/present.ts';
import { firstPageKey } from '../list/page.ts';
import type { PageMark } from '../list/page-marks.ts';
import { useListCache, useListPages } from '../list/use-list-pages.ts';
import { newestRows, patchRows } from './row-version.ts';
import { type TaskListState, taskListKey, tasksPerPage } from './task-list-state.ts';
import { fetchTaskPage, type TaskPage } from './task-page.ts';
import { placeToRestore, presentTrail } from './task-trail.ts';

/**
 * The rows of the task list. Pages far from the screen are let go, so that memory stays bounded however far one
 * scrolls. Rows change by `patch`, never by themselves.
 */
export function useTaskPages(state: TaskListState) {
  const queryClient = useQueryClient();
  const key = taskListKey(state);
  const [left] = useState(() => placeToRestore(key.join(' ')));
  const [stopped, setStopped] = useState<string>();
  const listName = key.join(' ');
  const isStopped = stopped === listName;
  const pages = useListPages<TaskPage>({
    key,
    left,
    isStopped,
    read: (token, { first, signal }) =>
      fetchTaskPage(state, { token, asOf: first?.asOf ?? new Date(presentTime()).toISOString(), signal }),
  });
  const ids = useRef<{ listName: string; ids: (string | undefined)[] }>({ listName: '', ids: [] });
  useEffect(() => {
    if (ids.current.listName !== listName) ids.current = { listName, ids: [] };
    pages.rows.forEach((row, index) => {
      if (row !== undefined) ids.current.ids[index] = row.id;
    });
  }, [listName, pages.rows]);
  return {
    ...pages,
    search: {
      /** Whether few of the tasks that were looked at match, so that a page is short and the list still goes on. */
      isLong: isShort(pages.marks.at(-1)),
      /** How far it has come in the time that the list is ordered by, if it is ordered by one. */
      searchedTo: pages.marks.at(-1)?.searchedTo,
      isStopped,
      setStopped: (isNow: boolean) => setStopped(isNow ? listName : undefined),
    },
    /** Where the list was left, if Back opened it. */
    left,
    /** Keeps the list as the trail of the task that is opened now. */
    leave(currentId: string, top: number) {
      const token = pages.marks.at(-1)?.next;
      const asOf = queryClient.getQueryData<TaskPage>(firstPageKey(key))?.asOf;
      const count = pages.marks.reduce((sum, mark) => sum + mark.count, 0);
      presentTrail.set({
        listName,
        href: `${window.location.pathname}${window.location.search}`,
        ids: Array.from({ length: count }, (_, index) => ids.current.ids[index]),
        more: token === undefined || asOf === undefined ? undefined : { state, token, asOf },
        place: { currentId, top, marks: pages.marks, view: pages.view() },
      });
    },
    /** Rows on the screen now. */
    visibleRows: () => {
      const { first, last } = pages.view();
      return pages.rows.slice(first, last + 1).flatMap((row) => row ?? []);
    },
  };
}

function isShort(last: PageMark | undefined): boolean {
  return last?.next !== undefined && last.count < tasksPerPage;
}

/** The list's pages in memory, and what is done to them. */
export function useTaskCache(state: TaskListState) {
  const cache = useListCache<TaskPage>(taskListKey(state));
  return useMemo(
    () => ({
      /** Ids of all rows in memory. */
      loaded: () => new Set(cache.loaded().flatMap(({ page }) => page.value.map(({ id }) => id))),
      /** Puts newer states in place of those shown; `gone` are marked as deleted. Nothing moves. */
      patch(rows: readonly TaskRow[], gone: readonly string[] = []) {
        const read = new Map(rows.map((row) => [row.id, row]));
        const deleted = new Set(gone);
        cache.change((page) => {
          const value = patchRows(page.value, read, deleted);
          return value === page.value ? page : { ...page, value: [...value] };
        });
      },
      /** Begins the list anew with a first page, which may be older than rows in memory. */
      begin(page: TaskPage) {
        const inMemory = cache.loaded().flatMap((loaded) => loaded.page.value);
        cache.begin({ ...page, value: newestRows(page.value, inMemory) });
      },
    }),
    [cache],
  );
}
