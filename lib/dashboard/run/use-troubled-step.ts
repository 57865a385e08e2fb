'use client';
import { useState } from 'react';
import type { StepView } from '@/components/step/step-view.ts';

type Settings = {
  /** Names the run that is seen. */
  runName: string;
  /** The step that the run failed in or waits in now. */
  trouble: Pick<StepView, 'sequence'> | undefined;
  loaded: readonly StepView[];
};

/**
 * Selects the step that failed or waits, as soon as there is one and until the operator selects something or works with
 * what is shown of it. A selected step stays when its trouble is over, until another one is in trouble. One of several
 * steps that wait at the same time stays while it waits.
 */
export function useTroubledStep({ runName, trouble, loaded }: Settings) {
  const [kept, keep] = useState<{ runName: string; step: number | null; isHeld: boolean }>();
  const ofRun = kept?.runName === runName ? kept : undefined;
  const step = ofRun?.step ?? null;
  const isWaiting = loaded.some(({ sequence, status }) => sequence === step && status === 'waiting');
  const isAnother = trouble !== undefined && trouble.sequence !== step && !isWaiting;
  if (ofRun === undefined || (isAnother && !ofRun.isHeld))
    keep({ runName, step: trouble?.sequence ?? null, isHeld: false });
  return {
    step,
    /** Called when the operator selects a step or none. */
    leave: () => keep({ runName, step: null, isHeld: true }),
    /** Called when the operator works with what is shown of the selected step. */
    hold: () => {
      if (ofRun?.isHeld === false && step !== null) keep({ ...ofRun, isHeld: true });
    },
  };
}
