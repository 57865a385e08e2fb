'use client';
import { useQuery } from '@tanstack/react-query';
import type { Namespace } from '#contract';
import { useMay } from '../access/scopes-context.tsx';
import { fetchJson } from '../query/fetch-json.ts';

const lookEveryMs = 30_000;

/** Who has isolated stores and locks; nobody for an operator without the right to see it, who is asked for nothing. */
export function useNamespaces(): { namespaces: readonly Namespace[]; hasMore: boolean } {
  const { may } = useMay('namespaces/manage');
  const { data } = useQuery({
    queryKey: ['namespaces'],
    queryFn: ({ signal }) => fetchJson<{ value: Namespace[]; hasMore: boolean }>('/api/namespaces', { signal }),
    enabled: may,
    refetchInterval: lookEveryMs,
  });
  return { namespaces: data?.value ?? [], hasMore: data?.hasMore === true };
}
