'use client';
import type { StateVersion } from '#contract';
import type { EntryView } from '@/components/state/entry.ts';
import { stateApi } from '@/components/state/state-path.ts';
import { usePagedList } from '../list/use-paged-list.ts';

type Of = { storeName: string; id: string; current: Pick<EntryView, 'etag'> | undefined };

/** The versions of an entry that are kept, newest first. `current`: the entry as it is now, if it is there. */
export function useVersions({ storeName, id, current }: Of) {
  return usePagedList<StateVersion>({
    // another version is another list
    key: ['state', storeName, 'versions', id, current?.etag ?? 'gone'],
    url: stateApi('versions', { store: storeName, id }),
    idOf: ({ version }) => String(version),
  });
}
