'use client';
import { useMemo } from 'react';
import type { TaskRow } from '@/components/task/task-row.ts';
import { useListCache, useListPages } from '../list/use-list-pages.ts';
import { newestRows, patchRows } from './row-version.ts';
import { type TaskListState, taskListKey } from './task-list-state.ts';
import { fetchTaskPage, type TaskPage } from './task-page.ts';

/**
 * The rows of the task list. Pages far from the screen are let go, so that memory stays bounded however far one
 * scrolls. Rows change by `patch`, never by themselves.
 */
export function useTaskPages(state: TaskListState) {
  const pages = useListPages<TaskPage>({
    key: taskListKey(state),
    read: (token, { first, signal }) =>
      fetchTaskPage(state, { token, asOf: first?.asOf ?? new Date().toISOString(), signal }),
  });
  return {
    ...pages,
    /** Rows on the screen now. */
    visibleRows: () => {
      const { first, last } = pages.view();
      return pages.rows.slice(first, last + 1).flatMap((row) => row ?? []);
    },
  };
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
