'use client';
import { useEffect, useMemo } from 'react';
import { stepsOf } from '@/components/step/step-pages.ts';
import { useSteps } from './use-run.ts';

/** All steps of a run, kept fresh. `isComplete` turns true when the last page has come. */
export function useAllSteps(id: string, run: number) {
  const { data, error, refetch, loadMore } = useSteps(id, run);
  useEffect(() => void loadMore?.(), [loadMore]);
  const steps = useMemo(() => stepsOf(data), [data]);
  return { steps, isComplete: data !== undefined && !data.hasMore, error, refetch };
}
