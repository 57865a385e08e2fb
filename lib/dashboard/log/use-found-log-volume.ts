'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LogSearchVolume } from '#contract';
import type { FilterQuery } from '@/components/filter/apply-filter.ts';
import { filterSearchParams } from '@/components/filter/apply-filter.ts';
import { useLive } from '../live/use-live.ts';
import { useRefresh } from '../live/use-refresh.ts';
import { useThrottled } from '../live/use-throttled.ts';
import { fetchJson } from '../query/fetch-json.ts';

const refreshInMs = 10_000;

/**
 * How much the logs of all tasks say over time. It is counted again while lines are written. Of many lines a sample is
 * counted, in which rare texts and values would be missed: these parts of the filter do not apply.
 */
export function useFoundLogVolume({ search: _, field: __, ...filter }: FilterQuery) {
  const query = filterSearchParams(filter).toString();
  const queryKey = ['log-volume-of-tasks', query];
  const read = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchJson<LogSearchVolume>(`/api/logs/volume?${query}`, { signal }),
    placeholderData: keepPreviousData,
  });
  useLive({ isSeenOnly: true }, useThrottled(useRefresh(queryKey), refreshInMs));
  return read;
}
