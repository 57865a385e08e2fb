'use client';
import { useQuery } from '@tanstack/react-query';
import type { TaskType } from '#contract';
import { fetchJson } from '../query/fetch-json.ts';
import { runPaths } from './run-queries.ts';

/** The type of a task as workers registered it; `null` when none did. */
export function useTaskType(taskId: string) {
  return useQuery({
    queryKey: ['task', taskId, 'type'],
    queryFn: ({ signal }) => fetchJson<TaskType | null>(`${runPaths.task(taskId)}/type`, { signal }),
  });
}
