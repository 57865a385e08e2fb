import { useTaskTypes } from '../task/use-task-types.ts';
import { sampleLoader } from './load-samples.ts';

/** Whether a live worker serves the samples, as the worker of `npm start` does. */
export function useHasSamples(): boolean {
  const { data } = useTaskTypes();
  return data?.value.some(({ type, workerCount }) => type === sampleLoader && workerCount > 0) ?? false;
}
