'use client';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TaskRow } from '@/components/task/task-row.ts';
import { layRows, markPage, type PageMark, pagesToHold } from '../list/page-marks.ts';
import { patchRows } from './row-version.ts';
import { type TaskListState, taskListKey } from './task-list-state.ts';
import { fetchTaskPage, type TaskPage } from './task-page.ts';

const firstPageKeptMs = 5 * 60_000;
const otherPagesKeptMs = 30_000;
const noMarks: readonly PageMark[] = [];

/**
 * The list's rows, page by page: pages are read as the screen comes near them and let go some time after it has left,
 * so that memory stays bounded however far one scrolls. Rows change by `patch`, never by themselves.
 */
export function useTaskPages(state: TaskListState) {
  const queryClient = useQueryClient();
  const key = taskListKey(state);
  const listName = key.join(' ');
  const [known, setKnown] = useState({ listName, marks: noMarks, held: [0] });
  const present = known.listName === listName ? known : { listName, marks: noMarks, held: [0] };
  const view = useRef({ first: 0, last: 30 });

  const pageKey = (index: number) => [...key, index === 0 ? '' : (present.marks[index - 1]?.next ?? '')];
  const results = useQueries({
    queries: present.held.map((index) => ({
      queryKey: pageKey(index),
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const first = queryClient.getQueryData<TaskPage>(pageKey(0));
        const asOf = index === 0 || !first ? new Date().toISOString() : first.asOf;
        return fetchTaskPage(state, { token: present.marks[index - 1]?.next, asOf, signal });
      },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: index === 0 ? firstPageKeptMs : otherPagesKeptMs,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    })),
  });

  let marks = present.marks;
  const pages = new Map<number, readonly TaskRow[]>();
  results.forEach(({ data }, position) => {
    const index = present.held[position];
    if (data === undefined || index === undefined || index > marks.length) return;
    marks = markPage(marks, index, data);
    pages.set(index, data.value);
  });
  const held = pagesToHold(marks, view.current.first, view.current.last);
  const isMoved = held.join() !== present.held.join();
  useEffect(() => {
    if (marks !== present.marks || isMoved || known.listName !== listName) setKnown({ listName, marks, held });
  });

  const rows = useUnchanged([marks, ...pages.values()], () => layRows(marks, pages));

  const onVisible = useCallback((first: number, last: number) => {
    view.current = { first, last };
    setKnown((now) => {
      const next = pagesToHold(now.marks, first, last);
      return next.join() === now.held.join() || now.marks.length === 0 ? now : { ...now, held: next };
    });
  }, []);
  const failed = results.find(({ isError }) => isError);
  return {
    rows,
    onVisible,
    /** Rows on the screen now. */
    visibleRows: () => rows.slice(view.current.first, view.current.last + 1).flatMap((row) => row ?? []),
    isLoading: results[0]?.isPending === true,
    updatedOn: results[0]?.dataUpdatedAt ?? 0,
    error: failed?.error,
    /** Forgets how far was scrolled, before the list begins anew. */
    reset: () => {
      view.current = { first: 0, last: 30 };
      setKnown({ listName, marks: noMarks, held: [0] });
    },
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch();
    },
  };
}

/** The list's pages in memory, and what is done to them. */
export function useTaskCache(state: TaskListState) {
  const queryClient = useQueryClient();
  const listName = taskListKey(state).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name stands for the state
  return useMemo(() => {
    const key = taskListKey(state);
    const loaded = () =>
      new Set(
        queryClient
          .getQueriesData<TaskPage>({ queryKey: key })
          .flatMap(([, page]) => page?.value.map(({ id }) => id) ?? []),
      );
    return {
      /** Ids of all rows in memory. */
      loaded,
      /** Puts newer states in place of those shown; `gone` are marked as deleted. Nothing moves. */
      patch(rows: readonly TaskRow[], gone: readonly string[] = []) {
        const read = new Map(rows.map((row) => [row.id, row]));
        const deleted = new Set(gone);
        queryClient.setQueriesData<TaskPage>({ queryKey: key }, (page) => {
          const value = page && patchRows(page.value, read, deleted);
          return page === undefined || value === undefined || value === page.value
            ? page
            : { ...page, value: [...value] };
        });
      },
      /** Begins the list anew with a first page. */
      begin(page: TaskPage) {
        queryClient.removeQueries({ queryKey: key, predicate: ({ queryKey }) => queryKey.at(-1) !== '' });
        queryClient.setQueryData([...key, ''], page);
      },
    };
  }, [queryClient, listName]);
}

/** What was made of the same parts last time, or made anew; unlike `useMemo`, of any number of parts. */
function useUnchanged<Made>(parts: readonly unknown[], make: () => Made): Made {
  const [last] = useState<{ parts: readonly unknown[]; made: Made[] }>(() => ({ parts: [], made: [] }));
  const isSame = parts.length === last.parts.length && parts.every((part, index) => part === last.parts[index]);
  const made = isSame ? (last.made[0] ?? make()) : make();
  last.parts = parts;
  last.made = [made];
  return made;
}
