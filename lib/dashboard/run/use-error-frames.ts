import { useQuery } from '@tanstack/react-query';
import type { ErrorFrames, TaskError } from '#contract';
import { problemOf } from '../problem/problem.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { type ErrorPlace, runKeys, runPaths } from './run-queries.ts';

/** An error of a run, or of a step or an attempt in it. */
export type Failure = ErrorPlace & { taskId: string; runCount: number; error?: TaskError | undefined };

/**
 * The stack of an error with the original source. `undefined` until it is read, and for an error without a stack. When it
 * cannot be read, `problem` says why, and the stack is shown as it is.
 */
export function useErrorFrames(failure: Failure | undefined): ErrorFrames | undefined {
  const { taskId = '', runCount = 0, sequence, attempt, error: thrown } = failure ?? {};
  const { data, error } = useQuery({
    queryKey: [...runKeys.errorFrames(taskId, runCount, { sequence, attempt }), thrown?.stack],
    queryFn: ({ signal }) =>
      fetchJson<ErrorFrames>(runPaths.errorFrames(taskId, runCount, { sequence, attempt }), { signal }),
    enabled: thrown?.stack !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data !== undefined || error === null) return data;
  return { frames: [], hasHiddenSource: false, problem: `The source was not read. ${problemOf(error).detail}` };
}
