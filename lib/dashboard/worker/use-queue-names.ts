'use client';
import { useQuery } from '@tanstack/react-query';
import type { Queue } from '#contract';
import { useMay } from '../access/scopes-context.tsx';
import type { ListPage } from '../list/page.ts';
import { fetchJson } from '../query/fetch-json.ts';

const withoutScope: readonly string[] = ['default'];

/** Names of the queues that exist, for suggestions. Without the scope to see them, only the default one. */
export function useQueueNames(isWanted = true): readonly string[] {
  const { may } = useMay('workers/read');
  const queues = useQuery({
    queryKey: ['queues'],
    queryFn: ({ signal }) => fetchJson<ListPage<Queue>>('/api/queues', { signal }),
    select: ({ value }) => value.map(({ name }) => name),
    enabled: may && isWanted,
    retry: false,
  });
  return queues.data ?? withoutScope;
}
