'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffectEvent, useMemo, useState } from 'react';
import type { SearchedPage } from '@/components/state/entry.ts';
import { presentTime } from '@/components/ui/present.ts';
import { type GrownPages, useGrowingList } from '../list/use-growing-list.ts';
import { useFollowedRead } from '../live/use-failed-reads.ts';
import { useLook } from '../live/use-look.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { type EntryListState, entryListKey, entryListUrl } from './entry-list-state.ts';
import { countNew, distinctRows, lookAgain } from './entry-look.ts';
import { type EntryPage, entriesPerPage } from './entry-pages.ts';
import { fetchRows } from './fetch-rows.ts';
import { ofStore } from './of-store.ts';

type Pages = GrownPages<EntryPage>;

const lookEveryMs = 5_000;

const isSearched = (page: EntryPage) => page.searchedCount !== undefined;
/** A search by value that finds few goes on when asked: each page looks into many entries. */
const isCutShort = (page: EntryPage) => isSearched(page) && page.value.length < entriesPerPage;

/**
 * The entries of a store, page by page as they are scrolled to. What is on the screen is looked at again every few
 * seconds: rows are replaced where they stand, those that are gone are marked, and new ones are counted, not shown.
 */
export function useEntries(state: EntryListState) {
  const queryClient = useQueryClient();
  const key = entryListKey(state);
  const name = key.join(' ');
  const [news, setNews] = useState<{ name: string; ids: ReadonlySet<string> }>();
  const list = useGrowingList<EntryPage>({
    key,
    stopsAfter: isCutShort,
    read: (token, { first, signal }) =>
      readPage(state, first?.asOf ?? new Date(presentTime()).toISOString(), token, signal),
  });
  const rows = useMemo(() => distinctRows(list.pages), [list.pages]);
  const newCount = useMemo(() => (news?.name === name ? countNew(news.ids, rows) : 0), [news, name, rows]);
  const [updatedOn, setUpdatedOn] = useState(0);

  const restart = () => {
    setNews(undefined);
    void queryClient.resetQueries({ queryKey: key, exact: true });
  };

  const follow = useFollowedRead(() => {}); // it is looked at again anyway
  const look = useEffectEvent(async () => {
    const known = queryClient.getQueryData<Pages>(key);
    if (known === undefined || list.isReadingOn || known.pages.some(isSearched)) return;
    try {
      const { added, apply } = await follow(
        lookAgain(known, list.view(), {
          readPage: (asOf, token) => ofStore(readPage(state, asOf, token), { value: [], asOf }),
          readRows: (ids) => ofStore(fetchRows(state.storeName, ids), []),
        }),
      );
      queryClient.setQueryData<Pages>(key, (present) => {
        if (present === undefined || present.pages.length < known.pages.length) return present;
        return { ...present, pages: apply(present.pages) };
      });
      setUpdatedOn(presentTime());
      if (known.pages.every((page) => page.value.length === 0) && added.size > 0) restart();
      else setNews(added.size === 0 ? undefined : { name, ids: added });
    } catch {
      // what is shown stays, and its age is told; the next look tries again
    }
  });
  useLook(look, lookEveryMs);

  return {
    rows,
    /** Rows known to be; -1 where there are more pages. */
    totalCount: list.hasMore ? -1 : rows.length,
    isLoading: list.isLoading,
    error: list.error,
    retry: list.retry,
    onVisible: list.onVisible,
    newCount,
    /** Begins the list anew. */
    restart,
    updatedOn: Math.max(updatedOn, list.updatedOn),
    /** How many entries a search by value has looked at. `undefined` for any other list. */
    searchedCount: list.pages.some(isSearched)
      ? list.pages.reduce((sum, page) => sum + (page.searchedCount ?? 0), 0)
      : undefined,
    /** The indexed paths by which a search by value found all of its entries. */
    usedIndexes: usedIndexesOf(list.pages),
    isReadingOn: list.isReadingOn,
    readOn: list.readOn,
  };
}

/** The indexes of the first page, unless a later one was read without an index. */
function usedIndexesOf(pages: readonly EntryPage[]): readonly string[] | undefined {
  const searched = pages.filter(isSearched);
  return searched.every((page) => page.usedIndexes !== undefined) ? searched[0]?.usedIndexes : undefined;
}

async function readPage(state: EntryListState, asOf: string, token: string, signal?: AbortSignal): Promise<EntryPage> {
  const page = await fetchJson<SearchedPage>(entryListUrl(state, asOf, token), signal && { signal });
  return { ...page, asOf };
}
