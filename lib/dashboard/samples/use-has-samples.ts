import { useQuery } from '@tanstack/react-query';
import type { TaskType } from '#contract';
import type { ListPage } from '../list/page.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { sampleLoader } from './load-samples.ts';

/** Whether a live worker serves the samples, as the worker of `npm start` does. */
export function useHasSamples(): boolean {
  const { data } = useQuery({
    queryKey: ['task-types'],
    queryFn: ({ signal }) => fetchJson<ListPage<TaskType>>('/api/task-types', { signal }),
  });
  return data?.value.some(({ type, workerCount }) => type === sampleLoader && workerCount > 0) ?? false;
}
