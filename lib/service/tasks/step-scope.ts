import { fullScope, type TaskDurationsQuery, TaskdeckError, type TaskListFilter } from '#contract';
import type { Call } from '../verb.ts';

type Asked = Partial<Pick<TaskListFilter, 'step' | 'minimumStepTimeInMs' | 'maximumStepTimeInMs'>> &
  Partial<Pick<TaskDurationsQuery, 'measure'>>;

/**
 * Whether the caller may ask this: which tasks match a condition on steps tells their names, and how long they took.
 */
export function mayAsk({ may }: Pick<Call, 'may'>, asked: Asked): boolean {
  const { step, minimumStepTimeInMs, maximumStepTimeInMs, measure } = asked;
  const isOfSteps = [step, minimumStepTimeInMs, maximumStepTimeInMs].some((value) => value !== undefined);
  return (!isOfSteps && measure !== 'stepTime') || may('steps/read');
}

/** Throws `InsufficientScope` when a filter asks about steps and the caller may not read them. */
export function requireStepScope(call: Pick<Call, 'may'>, asked: Asked): void {
  if (mayAsk(call, asked)) return;
  throw new TaskdeckError('InsufficientScope', `conditions on steps need the scope ${fullScope('steps/read')}`);
}
