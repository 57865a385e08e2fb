import type { TaskType } from '#contract';
import { certainSpan } from '../step/certain-span.ts';
import type { StepView } from '../step/step-view.ts';

/** What a fork from a step keeps and what it runs again. */
type ForkPlan = {
  kept: readonly StepView[];
  /** Steps that ran in the forked run and run again, by their names as they were. */
  again: readonly StepView[];
  warnings: readonly string[];
};

/**
 * Plans a fork of a run from a step. `type` is the task's type as it is registered now, `null` when it is not;
 * `workerVersion` the version that ran the run. Either is omitted while it is not known.
 */
export function planFork(
  steps: readonly StepView[],
  fromSequence: number,
  context: {
    type?: Pick<TaskType, 'version' | 'workerCount'> | null | undefined;
    workerVersion?: string | undefined;
  },
): ForkPlan {
  const before = steps.filter((step) => step.sequence < fromSequence);
  const kept = before.filter((step) => step.status === 'succeeded');
  const open = before.filter((step) => step.status !== 'succeeded');
  const again = [...open, ...steps.filter((step) => step.sequence >= fromSequence)];
  const warnings: string[] = [];
  if (open.length > 0) {
    warnings.push(
      `${quoteNames(open)} before it did not succeed, so ${open.length === 1 ? 'it runs' : 'they run'} again.`,
    );
  }
  const overlapping = kept.filter((step) => isBeside(step, steps, fromSequence));
  if (overlapping.length > 0) {
    warnings.push(
      `${quoteNames(overlapping)} ran in parallel with the chosen step and ${overlapping.length === 1 ? 'is' : 'are'} kept.`,
    );
  }
  warnings.push(...typeWarnings(context));
  return { kept, again, warnings };
}

function isBeside(step: StepView, steps: readonly StepView[], fromSequence: number): boolean {
  const chosen = steps.find((other) => other.sequence === fromSequence);
  if (chosen === undefined || step.keptFrom !== undefined || step.endedOn === undefined) return false;
  const { to } = certainSpan({ from: Date.parse(step.startedOn), to: Date.parse(step.endedOn) });
  return to > Date.parse(chosen.startedOn);
}

function typeWarnings({ type, workerVersion }: Parameters<typeof planFork>[2]): string[] {
  if (type === undefined) return ['The type could not be read. It is not known whether a worker serves it.'];
  if (type === null) return ['No worker has registered this type. The new run waits for one.'];
  const warnings: string[] = [];
  if (workerVersion !== undefined && type.version !== workerVersion) {
    warnings.push(
      `This run had version ${workerVersion} of the type, and workers have version ${type.version} now. If its steps have changed, the new run may fail. Its error names the step that did not match.`,
    );
  }
  if (type.workerCount === 0) warnings.push('No live worker serves this type. The new run waits for one.');
  return warnings;
}

function quoteNames(steps: readonly StepView[]): string {
  const names = steps.slice(0, 3).map((step) => `“${step.name}”`);
  const rest = steps.length - names.length;
  const all = rest > 0 ? [...names, `${rest} more`] : names;
  return all.length === 1 ? `${all[0]}` : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
