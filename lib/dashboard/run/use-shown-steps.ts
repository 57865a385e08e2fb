'use client';
import { useMemo } from 'react';
import type { RunView } from '@/components/run/run-view.ts';
import { stepsOf } from '@/components/step/step-pages.ts';
import { useFarStep } from './use-far-step.ts';
import { usePageSteps } from './use-run.ts';
import { useTroubledStep } from './use-troubled-step.ts';

/** The steps of a run as its page shows them, and which of them is selected: that of the address, or the one in trouble. */
export function useShownSteps(taskId: string, run: RunView, ofAddress: number | null) {
  const steps = usePageSteps(taskId, run.runCount, ofAddress, run.stepCounts.total);
  const loaded = useMemo(() => stepsOf(steps.data), [steps.data]);
  const hasMore = steps.loadMore !== undefined;
  const areRead = steps.data !== undefined;
  const far = useFarStep({ taskId, run, loaded, hasMore, areRead, selected: ofAddress });
  const trouble = useTroubledStep({ runName: `${taskId} ${run.runCount}`, trouble: far.trouble, loaded });
  return {
    steps: loaded,
    /** A step that may come after all of these. */
    farStep: far.chosen ?? far.trouble,
    /** Whether the run does not have the selected step. */
    isStepAbsent: far.isAbsent,
    areStepsLoading: steps.isLoading,
    stepsFailure: steps.error,
    onStepsRetry: () => void steps.refetch(),
    loadMore: steps.loadMore,
    selected: ofAddress ?? trouble.step,
    /** Called when the operator selects a step or none. */
    leaveTrouble: trouble.leave,
    /** Called when the operator works with what is shown of the selected step. */
    onWork: trouble.hold,
  };
}
