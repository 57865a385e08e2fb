'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { fetchPage } from '../run/run-queries.ts';

/** A list read page by page; `onVisible` reads on when the last rows are near. */
export function usePages<Item>(key: readonly string[], path: string) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchPage<Item>(path, pageParam, signal),
    initialPageParam: start,
    getNextPageParam: (page) => page.continuationToken,
  });
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.value) ?? [], [query.data]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const onVisible = useCallback(
    (_first: number, last: number) => {
      if (hasNextPage && !isFetchingNextPage && last > items.length - 20) void fetchNextPage();
    },
    [items.length, hasNextPage, isFetchingNextPage, fetchNextPage],
  );
  return { ...query, items, onVisible };
}

const start: string | undefined = undefined;
