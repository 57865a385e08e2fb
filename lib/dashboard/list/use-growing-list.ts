'use client';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { serverTimeOf } from '@/components/ui/present.ts';
import { useLastFailure } from '../query/use-last-failure.ts';
import type { ListPage } from './page.ts';
import type { RowRange } from './page-marks.ts';

/** The pages of a list in the cache, each with the token that it was read with; the first one's is empty. */
export type GrownPages<Page> = InfiniteData<Page, string>;

type GrowingSource<Page> = {
  /** Names the list in the cache; another filter or order is another list. */
  key: readonly string[];
  /** Reads the page that a token continues with; the first one's is empty. A later page is also given the first one. */
  read: (token: string, how: { first: Page | undefined; signal: AbortSignal }) => Promise<Page>;
  /** Whether a page is the last one that is read without `readOn`. */
  stopsAfter?: (page: Page) => boolean;
  /** Reads all its pages again as other queries do; without it nothing moves by itself. */
  isRefreshed?: boolean;
};

/** How near to the end of what is loaded the next page is read. */
const rowsAhead = 30;
const still = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false };
const noPages: never[] = [];

/** A list that grows as it is scrolled and keeps what it has read; its pages are read again together, as one list. */
export function useGrowingList<Page extends ListPage<unknown>>({
  key,
  read,
  stopsAfter,
  isRefreshed = false,
}: GrowingSource<Page>) {
  const queryClient = useQueryClient();
  const list = useInfiniteQuery<Page, Error, GrownPages<Page>, readonly string[], string>({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => {
      const first = pageParam === '' ? undefined : queryClient.getQueryData<GrownPages<Page>>(key)?.pages[0];
      return read(pageParam, { first, signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.continuationToken,
    ...(isRefreshed ? {} : still),
  });
  const { data, hasNextPage, isFetchingNextPage, isError, isFetchNextPageError, fetchNextPage, refetch } = list;
  const failure = useLastFailure({ key, data, error: list.error });
  const error = isFetchNextPageError ? list.error : failure;
  const pages: readonly Page[] = data?.pages ?? noPages;
  const end = pages.at(-1);
  const goesOn = hasNextPage && !(end !== undefined && stopsAfter?.(end) === true);
  const rowCount = pages.reduce((sum, { value }) => sum + value.length, 0);

  const view = useRef<RowRange>({ first: 0, last: 30 });
  const onVisible = useCallback(
    (first: number, last: number) => {
      view.current = { first, last };
      if (goesOn && !isFetchingNextPage && !isError && last > rowCount - rowsAhead) void fetchNextPage();
    },
    [goesOn, isFetchingNextPage, isError, rowCount, fetchNextPage],
  );
  return {
    pages,
    hasMore: hasNextPage,
    onVisible,
    /** Places of the rows on the screen now. */
    view: () => view.current,
    isReadingOn: isFetchingNextPage,
    isLoading: list.isPending && error === null,
    updatedOn: serverTimeOf(list.dataUpdatedAt),
    error,
    retry: (): Promise<unknown> => (isFetchNextPageError ? fetchNextPage() : refetch()),
    refresh: useCallback(() => void refetch(), [refetch]),
    /** Reads the next page at once. */
    readOn: () => void fetchNextPage(),
  };
}
