'use client';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { serverTimeOf } from '@/components/ui/present.ts';
import { firstPageKey, type ListPage } from './page.ts';
import { layRows, markPage, type PageMark, pagesToHold, type RowRange } from './page-marks.ts';

type ListSource<Page> = {
  /** Names the list in the cache; another filter or order is another list. */
  key: readonly string[];
  /** Reads the page that a token continues with, or the first one. A later page is also given the first one. */
  read: (token: string | undefined, how: { first: Page | undefined; signal: AbortSignal }) => Promise<Page>;
  /** Rows beyond the screen that are held, and read before they are reached; 60 without it. */
  rowsAround?: number;
  /** Whether no further page is read, however near its beginning is. */
  isStopped?: boolean;
  /** Where the list was left, to begin there. */
  left?: { marks: readonly PageMark[]; view: RowRange } | undefined;
};

const firstPageKeptMs = 5 * 60_000;
const otherPagesKeptMs = 30_000;
const noMarks: readonly PageMark[] = [];

/**
 * The rows of a list, page by page: pages are read as the screen comes near them and let go some time after it has
 * left, so that memory stays bounded however far one scrolls. Nothing moves by itself.
 */
export function useListPages<Page extends ListPage<unknown>>(source: ListSource<Page>) {
  const { key, read, rowsAround = 60, isStopped = false, left } = source;
  type Row = Page['value'][number];
  const queryClient = useQueryClient();
  const listName = key.join(' ');
  const [known, setKnown] = useState(() => ({
    listName,
    marks: left?.marks ?? noMarks,
    held: left === undefined ? [0] : pagesToHold(left.marks, left.view, rowsAround),
  }));
  const present = known.listName === listName ? known : { listName, marks: noMarks, held: [0] };
  const view = useRef<RowRange & { listName: string }>({ ...topOf(listName), ...left?.view });
  const viewed = view.current.listName === listName ? view.current : topOf(listName);

  const pageKey = (index: number) => [...key, index === 0 ? '' : (present.marks[index - 1]?.next ?? '')];
  const results = useQueries({
    queries: present.held.map((index) => ({
      queryKey: pageKey(index),
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const first = index === 0 ? undefined : queryClient.getQueryData<Page>(firstPageKey(key));
        return read(present.marks[index - 1]?.next, { first, signal });
      },
      gcTime: index === 0 ? firstPageKeptMs : otherPagesKeptMs,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    })),
  });

  let marks = present.marks;
  const pages = new Map<number, readonly Row[]>();
  results.forEach(({ data }, position) => {
    const index = present.held[position];
    if (data === undefined || index === undefined || index > marks.length) return;
    marks = markPage(marks, index, data);
    pages.set(index, data.value);
  });
  const held = pagesToHold(marks, viewed, rowsAround, isStopped);
  const isMoved = held.join() !== present.held.join();
  useEffect(() => {
    if (marks !== present.marks || isMoved || known.listName !== listName) setKnown({ listName, marks, held });
  });

  const rows = useUnchanged([marks, isStopped, ...pages.values()], () => layRows<Row>(marks, pages, isStopped));

  const onVisible = useCallback(
    (first: number, last: number) => {
      view.current = { listName, first, last };
      setKnown((now) => {
        const next = pagesToHold(now.marks, view.current, rowsAround, isStopped);
        return next.join() === now.held.join() || now.marks.length === 0 ? now : { ...now, held: next };
      });
    },
    [listName, rowsAround, isStopped],
  );
  const failed = results.find(({ isError }) => isError);
  return {
    /** Every row in order; `undefined` where a row is known to be but is not loaded. */
    rows,
    /** Rows known to be; -1 where there are more pages. */
    totalCount: marks.at(-1)?.next === undefined ? rows.length : -1,
    onVisible,
    /** What is known of every page. */
    marks,
    /** Places of the rows on the screen now. */
    view: (): RowRange => view.current,
    isLoading: results[0]?.isPending === true,
    updatedOn: serverTimeOf(results[0]?.dataUpdatedAt ?? 0),
    /** How far the data may be behind; `undefined` when it is not. */
    dataAgeInMs: results[0]?.data?.dataAgeInMs,
    error: failed?.error ?? null,
    /** Forgets how far was scrolled, before the list begins anew. */
    reset: () => {
      view.current = topOf(listName);
      setKnown({ listName, marks: noMarks, held: [0] });
    },
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch();
    },
  };
}

const topOf = (listName: string) => ({ listName, first: 0, last: 0 });

/** The pages of a list that are in memory, and what is done to them. */
export function useListCache<Page extends ListPage<unknown>>(key: readonly string[]) {
  const queryClient = useQueryClient();
  const listName = key.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name stands for the key
  return useMemo(() => {
    const isPage = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.length === key.length + 1;
    const pages = { queryKey: key, predicate: isPage };
    return {
      /** Those that are loaded, each with the token that it was read with; the first one's is empty. */
      loaded: () =>
        queryClient
          .getQueriesData<Page>(pages)
          .flatMap(([pageKey, page]) => (page === undefined ? [] : [{ token: String(pageKey.at(-1)), page }])),
      /** Changes pages where they stand; a page that is returned as it is stays so. */
      change: (how: (page: Page) => Page) => queryClient.setQueriesData<Page>(pages, (page) => page && how(page)),
      /** Begins the list anew with a first page. */
      begin: (page: Page) => {
        const isLater = (query: { queryKey: readonly unknown[] }) => isPage(query) && query.queryKey.at(-1) !== '';
        queryClient.removeQueries({ queryKey: key, predicate: isLater });
        queryClient.setQueryData(firstPageKey(key), page);
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
