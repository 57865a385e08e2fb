'use client';
import { useQuery } from '@tanstack/react-query';
import type { TaskType } from '#contract';
import { useMay } from '../access/scopes-context.tsx';
import type { ListPage } from '../list/page.ts';
import { fetchJson } from '../query/fetch-json.ts';

/** The registered types of tasks. Without the scope to read them, nothing is asked. */
export function useTaskTypes(isWanted = true) {
  const { may } = useMay('tasks/read');
  return useQuery({
    queryKey: ['task-types'],
    queryFn: ({ signal }) => fetchJson<ListPage<TaskType>>('/api/task-types', { signal }),
    enabled: may && isWanted,
  });
}
