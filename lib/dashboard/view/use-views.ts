'use client';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { View } from '#contract';
import { fetchJson } from '../query/fetch-json.ts';
import { viewsKey } from './view-keys.ts';

/** Colleagues change shared views now and then, and nothing announces it. */
const lookEveryMs = 60_000;
const none: readonly View[] = [];
const subscribeToNothing = () => () => {};

/** The views that the operator sees. `isRead`: whether they have been read. */
export function useViews(): { views: readonly View[]; isRead: boolean } {
  // The navigation can have read them before a list is hydrated, which was rendered without them.
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  const { data } = useQuery({
    queryKey: viewsKey,
    queryFn: ({ signal }) => fetchJson<View[]>('/api/views', { signal }),
    staleTime: lookEveryMs,
    refetchInterval: lookEveryMs,
  });
  const isRead = isHydrated && data !== undefined;
  return { views: isRead ? data : none, isRead };
}
