'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LogVolume } from '#contract';
import { type LogFilter, logFilterQuery } from '@/components/log/log-filter.ts';
import { useLive } from '../live/use-live.ts';
import { useRefresh } from '../live/use-refresh.ts';
import { useThrottled } from '../live/use-throttled.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { runPaths } from '../run/run-queries.ts';

const refreshInMs = 2_000;

/** How much a run's log says over time. It is counted again while lines are written. */
export function useLogVolume(taskId: string, run: number, filter: LogFilter) {
  const query = logFilterQuery(filter).toString();
  const queryKey = ['log-volume', taskId, String(run), query];
  const read = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchJson<LogVolume>(`${runPaths.run(taskId, run)}/logs/volume?${query}`, { signal }),
    placeholderData: keepPreviousData,
  });
  useLive({ taskIds: [taskId] }, useThrottled(useRefresh(queryKey), refreshInMs));
  return read;
}
