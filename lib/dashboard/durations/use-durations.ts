'use client';
import { useQuery } from '@tanstack/react-query';
import type { TaskDurations } from '#contract';
import { presentTime } from '@/components/ui/present.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { type MapQuery, mapKey, mapSearchParams } from './duration-params.ts';

const refreshInMs = 30_000;

/** Reads a map, again from time to time while its time moves on. The map of the same measure stays until the next one. */
export function useDurations(query: MapQuery) {
  const isFixed = query.time !== undefined && 'from' in query.time;
  return useQuery({
    queryKey: mapKey(query),
    queryFn: ({ signal }) =>
      fetchJson<TaskDurations>(`/api/task-durations?${mapSearchParams(query, new Date(presentTime()))}`, { signal }),
    placeholderData: (previous, before) => (before?.queryKey[1] === query.measure ? previous : undefined),
    refetchInterval: isFixed ? false : refreshInMs,
    staleTime: isFixed ? Number.POSITIVE_INFINITY : 0,
  });
}
