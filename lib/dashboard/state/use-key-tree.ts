'use client';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TreePage } from '@/components/state/entry.ts';
import { prefixesOnTheWay, type TreeLevel, treeRows } from '@/components/state/key-tree.model.ts';
import { stateApi } from '@/components/state/state-path.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { ofStore } from './of-store.ts';

/** Changes of entries are not told, so the tree is read again. */
const lookEveryMs = 10_000;

type Options = {
  storeName: string;
  delimiter: string;
  /** Everything on the way to this prefix or id is open when it is chosen. */
  place: string | undefined;
};

/** The tree of a store: its levels are read when they are opened, a page at a time. */
export function useKeyTree({ storeName, delimiter, place }: Options) {
  const queryClient = useQueryClient();
  const treeKey = (parent: string, token: string) => ['state', storeName, 'tree', delimiter, parent, token];
  const [chosen, setChosen] = useState<{ delimiter: string; open: ReadonlySet<string> }>({
    delimiter,
    open: new Set(),
  });
  const open = chosen.delimiter === delimiter ? chosen.open : new Set<string>();
  const [pageCounts, setPageCounts] = useState<ReadonlyMap<string, number>>(new Map());

  // a choice made elsewhere opens the way to it, once; what was closed by hand stays closed
  useEffect(() => {
    if (place === undefined) return;
    const way = prefixesOnTheWay(place, delimiter);
    setChosen((now) => {
      const before = now.delimiter === delimiter ? now.open : new Set<string>();
      return way.every((prefix) => before.has(prefix)) ? now : { delimiter, open: new Set([...before, ...way]) };
    });
  }, [place, delimiter]);

  // the pages of each level that is open: the next one is known when the one before it is read
  const wanted = ['', ...open].flatMap((parent) => {
    const pages = [{ parent, token: '' }];
    while (pages.length < (pageCounts.get(parent) ?? 1)) {
      const last = queryClient.getQueryData<TreePage>(treeKey(parent, pages.at(-1)?.token ?? ''));
      if (last?.continuationToken === undefined) break;
      pages.push({ parent, token: last.continuationToken });
    }
    return pages;
  });
  const results = useQueries({
    queries: wanted.map(({ parent, token }) => ({
      queryKey: treeKey(parent, token),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        ofStore(
          fetchJson<TreePage>(
            stateApi('tree', {
              store: storeName,
              delimiter,
              ...(parent !== '' && { prefix: parent }),
              ...(token !== '' && { continuationToken: token }),
            }),
            { signal },
          ),
          { prefixes: [], entries: [] },
        ),
      staleTime: 30_000,
      refetchInterval: lookEveryMs,
    })),
  });

  const levels = new Map<string, TreeLevel>();
  wanted.forEach(({ parent }, index) => {
    const result = results[index];
    const before = levels.get(parent)?.pages ?? [];
    const pages = result?.data === undefined ? before : [...before, result.data];
    const state = result?.isError ? 'failed' : result?.data === undefined ? 'loading' : 'ready';
    levels.set(parent, { pages, state });
  });
  const rows = treeRows(levels, open, delimiter);

  return {
    rows,
    isEmpty: levels.get('')?.state === 'ready' && rows.length === 0,
    setOpen: (prefix: string, isOpen: boolean) => {
      const next = new Set(open);
      if (isOpen) next.add(prefix);
      else next.delete(prefix);
      setChosen({ delimiter, open: next });
    },
    more: (parent: string) => {
      const failed = results.find((result, index) => wanted[index]?.parent === parent && result.isError);
      if (failed !== undefined) void failed.refetch();
      else setPageCounts((now) => new Map(now).set(parent, (now.get(parent) ?? 1) + 1));
    },
  };
}
