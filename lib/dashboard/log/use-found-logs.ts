'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { fetchPage } from '../list/fetch-page.ts';
import { type GrownPages, useGrowingList } from '../list/use-growing-list.ts';
import { useFollowedRead } from '../live/use-failed-reads.ts';
import { useInRounds } from '../live/use-in-rounds.ts';
import { useLive } from '../live/use-live.ts';
import { useThrottled } from '../live/use-throttled.ts';
import { tellReadFailure } from '../problem/tell-failure.ts';
import { type FoundLogNews, type FoundLogPage, foundLogNews, idToReadAfter } from './found-log-page.ts';

const checkInMs = 2_000;
const isCutShort = (page: FoundLogPage) => page.searchedTo !== undefined;

type Settings = {
  /** The filter as text; another one is another list. */
  name: string;
  /** The filter as parameters of the route. */
  query: URLSearchParams;
  /** New lines come in while the reader is at the top. Otherwise they wait for `showNew`. */
  isFollowing: boolean;
};

/** The logs of all tasks as far as they were read. A search that takes long stops, says where, and goes on when asked. */
export function useFoundLogs({ name, query, isFollowing }: Settings) {
  const queryClient = useQueryClient();
  const key = ['logs', 'list', name];
  const [waiting, setWaiting] = useState<{ name: string; news: FoundLogNews }>();
  const read = (more: Record<string, string>, how: { first?: FoundLogPage | undefined; signal?: AbortSignal } = {}) =>
    fetchPage<FoundLogPage>('/api/logs', query.toString(), { more, ...how });
  const list = useGrowingList<FoundLogPage>({
    key,
    stopsAfter: isCutShort,
    read: (token, how) => read(token === '' ? {} : { continuationToken: token }, how),
  });
  const rows = useMemo(() => list.pages.flatMap((page) => page.value), [list.pages]);

  const begin = (head: FoundLogPage) => {
    setWaiting(undefined);
    queryClient.setQueryData<GrownPages<FoundLogPage>>(key, { pages: [head], pageParams: [''] });
  };
  const show = async ({ pages }: FoundLogNews) => {
    setWaiting(undefined);
    const present = queryClient.getQueryData<GrownPages<FoundLogPage>>(key);
    if (pages !== undefined && present !== undefined)
      return void queryClient.setQueryData<GrownPages<FoundLogPage>>(key, { ...present, pages: [...pages] });
    const head = await read({}).catch(() => undefined);
    if (head !== undefined) begin(head);
  };
  const follow = useFollowedRead(() => void check());
  const check = useInRounds(async () => {
    const present = queryClient.getQueryData<GrownPages<FoundLogPage>>(key)?.pages;
    if (present === undefined) return;
    const after = idToReadAfter(present);
    const answer = await follow(read(after === undefined ? {} : { after })).catch(() => undefined);
    const pages = queryClient.getQueryData<GrownPages<FoundLogPage>>(key)?.pages;
    if (answer === undefined || pages === undefined) return; // the next change tries again
    const news = foundLogNews(pages, answer);
    if (news.count === 0) return;
    if (rows.length === 0 || (isFollowing && list.view().first === 0)) await show(news);
    else setWaiting({ name, news });
  });
  const checkSoon = useThrottled(() => void check(), checkInMs);
  useLive({ isSeenOnly: true, isReady: !list.isLoading }, checkSoon);

  const news = waiting?.name === name ? waiting.news : undefined;
  return {
    rows,
    hasMore: list.hasMore,
    searchedTo: list.pages.at(-1)?.searchedTo,
    isLoading: list.isLoading,
    isReadingOn: list.isReadingOn,
    readOn: list.readOn,
    error: list.error,
    retry: list.retry,
    onVisible: list.onVisible,
    newCount: news?.count ?? 0,
    hasMoreNew: news?.isMore ?? false,
    showNew: () => {
      if (news !== undefined) void show(news);
    },
    /** Begins the list anew. */
    reload: async () => {
      const head = await tellReadFailure('The logs could not be refreshed', read({}));
      if (head !== undefined) begin(head.value);
    },
  };
}
