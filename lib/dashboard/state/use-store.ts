'use client';
import { useQuery } from '@tanstack/react-query';
import type { Store } from '#contract';
import { stateApi } from '@/components/state/state-path.ts';
import { fetchJson } from '../query/fetch-json.ts';

/** A store with its policy; `null` where nothing has been written to it yet. */
export function useStore(storeName: string) {
  return useQuery({
    queryKey: ['state', storeName, 'store'],
    queryFn: ({ signal }) =>
      fetchJson<Store | null>(stateApi('store', { store: storeName, ifAny: 'true' }), { signal }),
  });
}
