import { useQuery } from '@tanstack/react-query';
import type { ErrorFrames, TaskError } from '#contract';
import { problemOf } from '../problem/problem.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { runKeys, runPaths } from './run-queries.ts';

type FailedRun = { taskId: string; runCount: number; error?: TaskError | undefined };

/**
 * The stack of a run's error with the original source. `undefined` until it is read, and for an error without a stack.
 * When it cannot be read, `problem` says why, and the stack is shown as it is.
 */
export function useErrorFrames(run: FailedRun | undefined): ErrorFrames | undefined {
  const { taskId = '', runCount = 0, error: thrown } = run ?? {};
  const { data, error } = useQuery({
    queryKey: [...runKeys.errorFrames(taskId, runCount), thrown?.stack],
    queryFn: ({ signal }) => fetchJson<ErrorFrames>(`${runPaths.run(taskId, runCount)}/error-frames`, { signal }),
    enabled: thrown?.stack !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data !== undefined || error === null) return data;
  return { frames: [], hasHiddenSource: false, problem: `The source was not read. ${problemOf(error).detail}` };
}
