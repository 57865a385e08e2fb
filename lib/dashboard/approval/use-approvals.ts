'use client';
import { useQuery } from '@tanstack/react-query';
import { problemOf } from '../problem/problem.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { useLastFailure } from '../query/use-last-failure.ts';
import type { Approvals } from './read-approvals.ts';

export const approvalsKey = ['approvals'] as const;

const lookEveryMs = 5_000;

/** The operator's requests and those of others, looked at again every few seconds. */
export function useApprovals({
  isEnabled = true,
  everyMs = lookEveryMs,
  queryKey = approvalsKey,
}: {
  isEnabled?: boolean;
  everyMs?: number;
  queryKey?: readonly string[];
} = {}) {
  const read = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchJson<Approvals>('/api/approvals', { signal }),
    enabled: isEnabled,
    refetchInterval: everyMs,
  });
  const error = useLastFailure({ key: queryKey, data: read.data, error: read.error });
  return {
    approvals: read.data?.value,
    hasMore: read.data?.hasMore === true,
    problem: error === null ? undefined : problemOf(error),
    retry: () => void read.refetch(),
  };
}
