'use client';
import { useState } from 'react';
import { indexablePaths } from '@/components/state/indexable-paths.ts';
import { SearchedEntries } from '@/components/state/searched-entries.tsx';
import { useMay } from '../../access/scopes-context.tsx';
import { readNow } from '../../query/read-again.ts';
import { conditionsOf, type EntryListState } from '../entry-list-state.ts';
import type { useEntries } from '../use-entries.ts';
import { useStore } from '../use-store.ts';
import { EditPolicy } from './lazy-edit-policy.tsx';

type Props = { storeName: string; list: EntryListState; entries: ReturnType<typeof useEntries> };

/** How a search by value went, and the index that would help it. Nothing for any other list. */
export function StoreSearch({ storeName, list, entries }: Props) {
  const { data: store, refetch } = useStore(storeName);
  const { may } = useMay('operators/manage');
  const [path, setPath] = useState<string>();
  if (entries.searchedCount === undefined) return null;
  return (
    <>
      <SearchedEntries
        count={entries.searchedCount}
        usedIndexes={entries.usedIndexes}
        foundCount={entries.rows.length}
        hasMore={entries.totalCount === -1}
        isSearching={entries.isReadingOn}
        onSearchOn={entries.readOn}
        indexable={may && store ? indexablePaths(conditionsOf(list), store.policy) : []}
        onIndex={setPath}
      />
      {path !== undefined && store && (
        <EditPolicy
          storeName={storeName}
          store={store}
          addedPath={path}
          readNow={() => readNow(refetch)}
          onClose={() => setPath(undefined)}
        />
      )}
    </>
  );
}
