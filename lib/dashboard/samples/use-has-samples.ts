import { useQuery } from '@tanstack/react-query';
import type { TaskType } from '#contract';
import { fetchJson } from '../fetch-json.ts';
import type { ListPage } from '../page.ts';
import { sampleLoader } from './load-samples.ts';

/** Whether a live worker serves the samples, as the worker of `npm start` does. */
export function useHasSamples(): boolean {
  const { data } = useQuery({
    queryKey: ['task-types'],
    queryFn: ({ signal }) => fetchJson<ListPage<TaskType>>('/api/task-types', { signal }),
  });
  return data?.value.some(({ type, workerCount }) => type === sampleLoader && workerCount > 0) ?? false;
}
