import { fullScope, type TaskDurationsQuery, TaskdeckError, type TaskListFilter } from '#contract';
import type { Call } from '../verb.ts';

type Asked = Partial<Pick<TaskListFilter, 'step' | 'minimumStepTimeInMs' | 'maximumStepTimeInMs'>> &
  Partial<Pick<TaskDurationsQuery, 'measure'>>;

/** Whether this asks about steps: which tasks match tells their names, and how long they took. */
export function asksForSteps({ step, minimumStepTimeInMs, maximumStepTimeInMs, measure }: Asked): boolean {
  return (
    measure === 'stepTime' || [step, minimumStepTimeInMs, maximumStepTimeInMs].some((value) => value !== undefined)
  );
}

/** Whether the caller may ask this. */
export function mayAsk({ may }: Pick<Call, 'may'>, asked: Asked): boolean {
  return !asksForSteps(asked) || may('steps/read');
}

/** Throws `InsufficientScope` when a filter asks about steps and the caller may not read them. */
export function requireStepScope(call: Pick<Call, 'may'>, asked: Asked): void {
  if (mayAsk(call, asked)) return;
  throw new TaskdeckError('InsufficientScope', `conditions on steps need the scope ${fullScope('steps/read')}`);
}
