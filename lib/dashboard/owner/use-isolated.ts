'use client';
import { useQuery } from '@tanstack/react-query';
import { isFailedRead } from '../live/follow-queries.ts';
import { problemOf } from '../problem/problem.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { useLastFailure } from '../query/use-last-failure.ts';

const lookEveryMs = 5_000;

/**
 * What a route of isolated names answers, looked at again every few seconds. Without `params` nothing is asked. What was read
 * stays while the service is away; that it is gone is a problem.
 */
export function useIsolated<Answer>(route: 'names' | 'entries' | 'entry', params: Record<string, string> | undefined) {
  const address = `/api/namespaces/${route}?${new URLSearchParams(params)}`;
  const key = ['namespaces', route, params];
  const read = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchJson<Answer>(address, { signal }),
    enabled: params !== undefined,
    refetchInterval: lookEveryMs,
  });
  const unread = useLastFailure({ key, data: read.data, error: read.error });
  const error = read.error === null || isFailedRead(read.error) ? unread : read.error;
  return {
    data: read.data,
    problem: error === null ? undefined : problemOf(error),
    retry: () => void read.refetch(),
  };
}
