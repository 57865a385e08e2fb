'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLive } from '../live/use-live.ts';
import { useRefresh } from '../live/use-refresh.ts';
import { useThrottled } from '../live/use-throttled.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { useLastFailure } from '../query/use-last-failure.ts';
import type { OverviewWindow } from './overview-window.ts';
import type { Overview } from './read-overview.ts';

/** Counting is work for the service: however much changes, a page counts again at most this often. */
const refreshInMs = 2_000;
/** Ages and windows move on even when nothing changes. */
const idleRefreshInMs = 30_000;

/** How tasks fare, over a window, kept fresh. The figures of the window before are placeholders. */
export function useOverview(window: OverviewWindow) {
  const key = ['overview', window];
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchJson<Overview>(`/api/overview?window=${window}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: idleRefreshInMs,
  });
  const refresh = useThrottled(useRefresh(key), refreshInMs);
  useLive({ isSeenOnly: true }, () => {
    refresh();
    refresh(); // once more when the interval ends: the first answer can be of up to a second before the change
  });
  return { data, isPlaceholderData, refetch, error: useLastFailure({ key, data, error }) };
}
