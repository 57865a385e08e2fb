'use client';
import { useQuery } from '@tanstack/react-query';
import type { Store } from '#contract';
import { stateApi } from '@/components/state/state-path.ts';
import { useLiveState } from '../live/use-live.ts';
import { fetchJson } from '../query/fetch-json.ts';

const lookEveryMs = 10_000;

/** A store with its policy, kept fresh; `null` where nothing has been written to it yet. */
export function useStore(storeName: string) {
  const { isPaused } = useLiveState();
  return useQuery({
    queryKey: ['state', storeName, 'store'],
    queryFn: ({ signal }) =>
      fetchJson<Store | null>(stateApi('store', { store: storeName, ifAny: 'true' }), { signal }),
    refetchInterval: isPaused ? false : lookEveryMs,
  });
}
