'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TaskType } from '#contract';
import type { SuggestionSources } from '@/components/filter/suggest.ts';
import type { ListPage } from '../list/page.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { useQueueNames } from '../worker/use-queue-names.ts';

/** What the filter of tasks offers as values: registered types and known queues. Without the scope to read them, none. */
export function useTaskSources(): SuggestionSources {
  const types = useQuery({
    queryKey: ['task-types'],
    queryFn: ({ signal }) => fetchJson<ListPage<TaskType>>('/api/task-types', { signal }),
  });
  const queues = useQueueNames();
  return useMemo(() => ({ types: types.data?.value.map(({ type }) => type) ?? [], queues }), [types.data, queues]);
}
