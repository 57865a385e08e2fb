'use client';
import { useQuery } from '@tanstack/react-query';
import { type SetStateAction, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { counted } from '#contract';
import { nothingSelected, type Selection } from '@/components/table/selection.ts';
import { tabStore } from '@/components/ui/tab-store.ts';
import { toast } from '@/components/ui/toast.ts';

type Settings<Row> = {
  /** Names the list in this tab. */
  name: string;
  /** What its rows are, for messages: one, and several. */
  words: readonly [one: string, several: string];
  rowId: (row: Row) => string;
  /** Reads these rows as they are now; those that are gone are left out. */
  read: (ids: readonly string[]) => Promise<readonly Row[]>;
};

/** So many ids are kept at most: after a reload all of them are read. */
const mostKept = 200;
const noIds: readonly string[] = [];

/**
 * The selected rows of a list. A reload keeps them: their ids stay in the tab, and the rows are read again. Another page
 * ends the selection.
 */
export function useKeptSelection<Row>({ name, words, rowId, read }: Settings<Row>) {
  const isAtLoad = useIsAtLoad();
  const [kept] = useState(() => (isAtLoad ? keptIn(name) : noIds));
  const [chosen, setChosen] = useState<Selection<Row>>();
  const isWanted = chosen === undefined && kept.length > 0;
  const { data } = useQuery({
    queryKey: ['selection', name, ...kept],
    queryFn: async () => {
      const rows = await read(kept);
      const goneCount = kept.length - rows.length;
      if (goneCount > 0) toast.error(`Deleted meanwhile: ${counted(goneCount, ...words)} of the selection`);
      return rows;
    },
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (isWanted && data !== undefined) setChosen(new Map(data.map((row) => [rowId(row), row])));

  useEffect(() => {
    if (chosen !== undefined) storeOf(name).set(chosen.size > mostKept ? noIds : [...chosen.keys()]);
    else if (kept.length === 0) storeOf(name).set(noIds); // another page was open meanwhile
  }, [chosen, kept, name]);
  return {
    chosen: chosen ?? nothingSelected,
    setChosen: useCallback((next: SetStateAction<Selection<Row>>) => {
      setChosen((now) => (typeof next === 'function' ? next(now ?? nothingSelected) : next));
    }, []),
    /** Keeps nothing for a reload until the selection is another one. */
    forget: useCallback(() => storeOf(name).set(noIds), [name]),
  };
}

const storeOf = (name: string) => tabStore<readonly string[]>(`selection.${name}`, readIds);

function keptIn(name: string): readonly string[] {
  return typeof window === 'undefined' ? noIds : storeOf(name).get();
}

function readIds(kept: string | undefined): readonly string[] {
  try {
    const given: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(given) ? given.filter((id) => typeof id === 'string') : noIds;
  } catch {
    return noIds;
  }
}

const subscribeToNothing = () => () => {};

/** Whether the page came with its document, at its first render. */
function useIsAtLoad(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
}
