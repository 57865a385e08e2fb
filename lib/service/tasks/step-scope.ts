import { type BulkAction, fullScope, type TaskDurationsQuery, TaskdeckError, type TaskListFilter } from '#contract';
import type { Call } from '../verb.ts';

type Asked = Partial<Pick<TaskListFilter, 'step' | 'minimumStepTimeInMs' | 'maximumStepTimeInMs'>> &
  Partial<Pick<TaskDurationsQuery, 'measure'>> &
  Partial<Pick<Extract<BulkAction, { kind: 'fork' }>, 'fromStep'>>;

/** Whether this asks about steps: which tasks match, or can be forked, tells their names and how long they took. */
export function asksForSteps({ step, minimumStepTimeInMs, maximumStepTimeInMs, measure, fromStep }: Asked): boolean {
  const asked = [step, minimumStepTimeInMs, maximumStepTimeInMs, fromStep];
  return measure === 'stepTime' || asked.some((value) => value !== undefined);
}

/** Whether the caller may ask this. */
export function mayAsk({ may }: Pick<Call, 'may'>, asked: Asked): boolean {
  return !asksForSteps(asked) || may('steps/read');
}

/** Throws `InsufficientScope` when a filter or a fork asks about steps and the caller may not read them. */
export function requireStepScope(call: Pick<Call, 'may'>, asked: Asked): void {
  if (mayAsk(call, asked)) return;
  throw new TaskdeckError(
    'InsufficientScope',
    `naming steps, or how long they took, needs the scope ${fullScope('steps/read')}`,
  );
}
