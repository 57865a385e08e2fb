'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { lookEveryMs } from '../live/use-kept-current.ts';
import { useLook } from '../live/use-look.ts';
import { problemOf } from '../problem/problem.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { readAgain, readNow } from '../query/read-again.ts';
import { useLastFailure } from '../query/use-last-failure.ts';
import type { SettingsList } from './read-access.ts';

/** What a page of settings lists, also as others change it, and the way to read it again after a change. */
export function useSettingsList<Item>(name: 'operators' | 'api-keys' | 'secrets' | 'quotas' | 'sessions' | 'passkeys') {
  const queries = useQueryClient();
  const key = ['settings', name];
  const {
    data,
    error: failure,
    refetch,
  } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchJson<SettingsList<Item>>(`/api/settings/${name}`, { signal }),
  });
  const error = useLastFailure({ key, data, error: failure });
  const refresh = useCallback(() => readAgain(queries, ['settings', name]), [queries, name]);
  useLook(refresh, lookEveryMs);
  return {
    rows: data?.value,
    hasMore: data?.hasMore === true,
    problem: error === null ? undefined : problemOf(error),
    retry: () => void refetch(),
    readAgain: refresh,
    /**
     * The item as it is now, for a save that was refused as somebody else was quicker. `null` when it is gone, `undefined`
     * when that could not be read.
     */
    readNow: async (isIt: (item: Item) => boolean) => {
      const list = await readNow(refetch);
      return list && (list.value.find(isIt) ?? (list.hasMore ? undefined : null));
    },
  };
}
