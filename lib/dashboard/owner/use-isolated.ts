'use client';
import { useQuery } from '@tanstack/react-query';
import { problemOf } from '../problem/problem.ts';
import { fetchJson } from '../query/fetch-json.ts';

const lookEveryMs = 5_000;

/** What a route of isolated names answers, looked at again every few seconds. Without `params` nothing is asked. */
export function useIsolated<Answer>(route: 'names' | 'entries' | 'entry', params: Record<string, string> | undefined) {
  const address = `/api/namespaces/${route}?${new URLSearchParams(params)}`;
  const read = useQuery({
    queryKey: ['namespaces', route, params],
    queryFn: ({ signal }) => fetchJson<Answer>(address, { signal }),
    enabled: params !== undefined,
    refetchInterval: lookEveryMs,
  });
  return {
    data: read.data,
    problem: read.error === null ? undefined : problemOf(read.error),
    retry: () => void read.refetch(),
  };
}
