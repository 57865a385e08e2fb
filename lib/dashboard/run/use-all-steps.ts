'use client';
import { useEffect, useMemo, useState } from 'react';
import { stepsOf } from '@/components/step/step-pages.ts';
import { ProblemError, problemOf } from '../problem/problem.ts';
import { useSteps } from './use-run.ts';

/** All steps of a run, kept fresh. `isComplete` turns true when the last page has come. A failure ends the reading until `refetch`. */
export function useAllSteps(id: string, run: number) {
  const { data, error, refetch, loadMore } = useSteps(id, run);
  const [failure, setFailure] = useState<ProblemError | null>(null);
  useEffect(() => {
    if (failure === null) loadMore?.().catch((reason: unknown) => setFailure(new ProblemError(problemOf(reason))));
  }, [loadMore, failure]);
  const steps = useMemo(() => stepsOf(data), [data]);
  return {
    steps,
    isComplete: data !== undefined && !data.hasMore,
    error: error ?? failure,
    refetch: (): Promise<void> => refetch().then(() => setFailure(null)),
  };
}
