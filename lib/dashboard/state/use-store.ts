'use client';
import { useQuery } from '@tanstack/react-query';
import type { Store } from '#contract';
import { stateApi } from '@/components/state/state-path.ts';
import { useLiveState } from '../live/use-live.ts';
import { fetchJson } from '../query/fetch-json.ts';

const lookEveryMs = 5_000; // as often as the list of its entries
/** While an index is built. */
const lookOftenMs = 1_000;

/** A store with its policy, kept fresh; `null` where nothing has been written to it yet. */
export function useStore(storeName: string) {
  const { isPaused } = useLiveState();
  return useQuery({
    queryKey: ['state', storeName, 'store'],
    queryFn: ({ signal }) =>
      fetchJson<Store | null>(stateApi('store', { store: storeName, ifAny: 'true' }), { signal }),
    refetchInterval: ({ state }) => {
      if (isPaused) return false;
      return state.data?.indexes?.some(({ isReady }) => !isReady) ? lookOftenMs : lookEveryMs;
    },
  });
}
