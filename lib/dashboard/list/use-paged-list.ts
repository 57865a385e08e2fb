'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useFollowedRead } from '../live/use-failed-reads.ts';
import { useInRounds } from '../live/use-in-rounds.ts';
import { tellReadFailure } from '../problem/tell-failure.ts';
import { fetchPage } from './fetch-page.ts';
import { newsOf, patchPage } from './list-news.ts';
import type { ListPage } from './page.ts';
import { type GrownPages, useGrowingList } from './use-growing-list.ts';

type Settings<Item> = {
  /** Names the list in the cache; another filter is another list. */
  key: readonly string[];
  /** The GET handler with its filters; the continuation token is added. */
  url: string;
  idOf: (item: Item) => string;
  /** Reads all its pages again as other queries do; without it only `check` and `showNew` change what is shown. */
  isRefreshed?: boolean;
  /**
   * How `check` reads an item that the first page has no longer, unless that is known. Without it, the item stays as it
   * was.
   */
  missing?: { read: (item: Item) => Promise<Item>; isKnown: (item: Item) => boolean } | undefined;
};

/** So many missing items are read at a check. The rest is read at the next ones. */
const mostMissing = 10;

/**
 * A list that is read page by page as it is scrolled. `check` brings what is shown up to date in place and counts what
 * is new, `peek` does so only when the first row is another one, `showNew` begins the list anew with what is new. An
 * empty list shows the first items at once.
 */
export function usePagedList<Item>({ key, url, idOf, isRefreshed = false, missing }: Settings<Item>) {
  type Pages = GrownPages<ListPage<Item>>;
  const queryClient = useQueryClient();
  const name = key.join(' ');
  const [path = url] = url.split('?', 1);
  const filter = url.slice(path.length + 1);
  const [fresh, setFresh] = useState<{ name: string; head: ListPage<Item>; count: number }>();
  const list = useGrowingList<ListPage<Item>>({
    key,
    isRefreshed,
    read: (token, how) =>
      fetchPage<ListPage<Item>>(path, filter, { ...how, ...(token !== '' && { more: { continuationToken: token } }) }),
  });
  const rows = useMemo(() => list.pages.flatMap((page) => page.value), [list.pages]);

  const begin = (head: ListPage<Item>) => {
    queryClient.setQueryData<Pages>(key, { pages: [head], pageParams: [''] });
    setFresh(undefined);
  };
  const follow = useFollowedRead(() => void check());
  const check = useInRounds(async () => {
    if (list.error !== null && list.pages.length === 0) return void (await list.retry());
    const head = await follow(fetchPage<ListPage<Item>>(path, filter)).catch(() => undefined);
    const present = queryClient.getQueryData<Pages>(key);
    if (head === undefined || present === undefined) return; // the next change tries again; the list itself stays
    if (present.pages.every((page) => page.value.length === 0)) return begin(head);
    const news = newsOf(present.pages, head, idOf);
    queryClient.setQueryData<Pages>(key, { ...present, pages: present.pages.map(news.patch) });
    setFresh(news.count === 0 ? undefined : { name, head, count: news.count });
    await readMissing(news.missing);
  });

  const readMissing = async (items: readonly Item[]) => {
    const wanted = missing === undefined ? [] : items.filter((item) => !missing.isKnown(item)).slice(0, mostMissing);
    if (missing === undefined || wanted.length === 0) return;
    const read = await Promise.allSettled(wanted.map(missing.read)); // what fails is read at the next check
    const found = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    queryClient.setQueryData<Pages>(
      key,
      (now) => now && { ...now, pages: now.pages.map((page) => patchPage(page, found, idOf)) },
    );
  };

  /** Reads the first row alone, and the rest only when it is a new one. */
  const peek = async () => {
    const read = fetchPage<ListPage<Item>>(path, filter, { more: { maxPageSize: '1' } });
    const { value } = await follow(read).catch(() => ({ value: [] }));
    const head = fresh?.name === name ? fresh.head : queryClient.getQueryData<Pages>(key)?.pages[0];
    const [newest, known] = [value[0], head?.value[0]];
    if (newest !== undefined && (known === undefined || idOf(newest) !== idOf(known))) await check();
  };

  const news = fresh?.name === name ? fresh : undefined;
  return {
    rows,
    /** Rows known to be; -1 where there are more pages. */
    totalCount: list.hasMore ? -1 : rows.length,
    isLoading: list.isLoading,
    error: list.error,
    retry: list.retry,
    onVisible: list.onVisible,
    check,
    peek,
    newCount: news?.count ?? 0,
    showNew: () => news !== undefined && begin(news.head),
    /** Begins the list anew. */
    reload: async () => {
      const head = await tellReadFailure('The list could not be refreshed', fetchPage<ListPage<Item>>(path, filter));
      if (head !== undefined) begin(head.value);
    },
  };
}
