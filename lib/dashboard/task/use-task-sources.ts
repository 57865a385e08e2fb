'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Queue, TaskType } from '#contract';
import type { SuggestionSources } from '@/components/filter/suggest.ts';
import type { ListPage } from '../list/page.ts';
import { fetchJson } from '../query/fetch-json.ts';

/** What the filter of tasks offers as values: registered types and known queues. Without the scope to read them, none. */
export function useTaskSources(): SuggestionSources {
  const types = useQuery({
    queryKey: ['task-types'],
    queryFn: ({ signal }) => fetchJson<ListPage<TaskType>>('/api/task-types', { signal }),
  });
  const queues = useQuery({
    queryKey: ['queues'],
    queryFn: ({ signal }) => fetchJson<ListPage<Queue>>('/api/queues', { signal }),
    retry: false,
  });
  return useMemo(
    () => ({
      types: types.data?.value.map(({ type }) => type) ?? [],
      queues: queues.data?.value.map(({ name }) => name) ?? ['default'],
    }),
    [types.data, queues.data],
  );
}
