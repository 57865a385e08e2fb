'use client';
import { useQuery } from '@tanstack/react-query';
import type { Store } from '#contract';
import { stateApi } from '@/components/state/state-path.ts';
import { fetchJson } from '@/lib/dashboard/fetch-json.ts';
import { problemOf } from '@/lib/dashboard/problem.ts';

/** A store with its policy; `null` where nothing has been written to it yet. */
export function useStore(storeName: string) {
  return useQuery({
    queryKey: ['state', storeName, 'store'],
    queryFn: async ({ signal }): Promise<Store | null> => {
      try {
        return await fetchJson<Store>(stateApi('store', { store: storeName }), { signal });
      } catch (error) {
        if (problemOf(error).code === 'StoreNotFound') return null;
        throw error;
      }
    },
  });
}
