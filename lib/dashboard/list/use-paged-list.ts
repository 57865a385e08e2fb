'use client';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { fetchJson } from '../query/fetch-json.ts';
import type { ListPage } from './page.ts';

type Settings<Item> = {
  /** Names the list in the cache; another filter is another list. */
  key: readonly string[];
  /** The GET handler with its filters; the continuation token is added. */
  url: string;
  idOf: (item: Item) => string;
};

/** How near to the end of what is loaded the next page is read. */
const rowsAhead = 30;

/**
 * A list that is read page by page as it is scrolled. Nothing moves by itself: `check` brings what is shown up to date
 * in place and counts what is new, `showNew` begins the list anew with it. An empty list shows the first items at once.
 */
export function usePagedList<Item>({ key, url, idOf }: Settings<Item>) {
  type Pages = InfiniteData<ListPage<Item>, string>;
  const queryClient = useQueryClient();
  const name = key.join(' ');
  const [fresh, setFresh] = useState<{ name: string; head: ListPage<Item>; count: number }>();
  const list = useInfiniteQuery<ListPage<Item>, Error, Pages, readonly string[], string>({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchJson<ListPage<Item>>(withToken(url, pageParam), { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.continuationToken,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, hasNextPage, isFetchingNextPage, isError, fetchNextPage, refetch } = list;
  const rows = useMemo(() => (data?.pages ?? []).flatMap((page) => page.value), [data]);

  const begin = (head: ListPage<Item>) => {
    queryClient.setQueryData<Pages>(key, { pages: [head], pageParams: [''] });
    setFresh(undefined);
  };
  const check = async () => {
    const head = await fetchJson<ListPage<Item>>(url).catch(() => undefined);
    const present = queryClient.getQueryData<Pages>(key);
    if (head === undefined || present === undefined) return; // the next change tries again; the list itself stays
    const newer = new Map(head.value.map((item) => [idOf(item), item]));
    const known = new Set(present.pages.flatMap((page) => page.value.map(idOf)));
    if (known.size === 0) return begin(head);
    queryClient.setQueryData<Pages>(key, {
      ...present,
      pages: present.pages.map((page) => ({
        ...page,
        value: page.value.map((item) => newer.get(idOf(item)) ?? item),
      })),
    });
    const count = head.value.filter((item) => !known.has(idOf(item))).length;
    setFresh(count === 0 ? undefined : { name, head, count });
  };
  const onVisible = useCallback(
    (_first: number, last: number) => {
      if (hasNextPage && !isFetchingNextPage && !isError && last > rows.length - rowsAhead) void fetchNextPage();
    },
    [hasNextPage, isFetchingNextPage, isError, rows.length, fetchNextPage],
  );

  const news = fresh?.name === name ? fresh : undefined;
  return {
    rows,
    /** Rows known to be; -1 where there are more pages. */
    totalCount: hasNextPage ? -1 : rows.length,
    isLoading: list.isPending,
    error: list.error,
    retry: () => void (data === undefined ? refetch() : fetchNextPage()),
    onVisible,
    check,
    newCount: news?.count ?? 0,
    showNew: () => news !== undefined && begin(news.head),
  };
}

function withToken(url: string, token: string): string {
  if (token === '') return url;
  return `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams({ continuationToken: token })}`;
}
