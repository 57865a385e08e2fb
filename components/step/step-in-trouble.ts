import type { RunView } from '../run/run-view.ts';
import type { StepView } from './step-view.ts';

/** The name of the step that a run failed in or waits in, as the run tells it. */
export function troubledName(run: Pick<RunView, 'status' | 'error' | 'waitingFor'>): string | undefined {
  if (run.status === 'failed' || run.status === 'retrying') return run.error?.step;
  return run.status === 'waiting' ? run.waitingFor?.step : undefined;
}

/** The step that an operator looks for: the one that failed the run, backs off or waits. None where all goes well. */
export function stepInTrouble(
  run: Pick<RunView, 'status' | 'error' | 'waitingFor'>,
  steps: readonly StepView[],
): StepView | undefined {
  const last = (status: StepView['status'], name?: string) =>
    steps.findLast((step) => step.status === status && (name === undefined || step.name === name));
  switch (run.status) {
    case 'failed':
    case 'retrying':
      return last('failed', run.error?.step) ?? last('failed') ?? last('retrying');
    case 'waiting':
      return last('waiting', run.waitingFor?.step) ?? last('retrying') ?? last('waiting');
    default:
      return undefined;
  }
}

/**
 * The step that the summary of a run leads to: the one in trouble, or in a paused run the one that was to go on. A
 * failed step that the handler caught is none.
 */
export function stepOfSummary(
  run: Pick<RunView, 'status' | 'error' | 'waitingFor'>,
  steps: readonly StepView[],
): StepView | undefined {
  return stepInTrouble(run.status === 'paused' ? { status: 'waiting' } : run, steps);
}
