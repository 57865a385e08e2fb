import {
  type AlertCondition,
  type AlertConditionKind,
  alertsWithin,
  type Bounds,
  canLieWithin,
  ranges,
} from '#contract';
import { durationProblem, readDuration, writeDuration } from '@/components/ui/duration-text.ts';
import { reasonInFields } from '@/components/ui/marked-fields.ts';
import { rangeWords, readDecimal, readWhole } from '@/components/ui/number-text.ts';

/** A condition as it is edited. Durations are texts such as `5m`. */
export type ConditionForm = {
  kind: AlertConditionKind;
  group: string;
  type: string;
  queue: string;
  task: string;
  worker: string;
  percent: string;
  minimumEnds: string;
  window: string;
  after: string;
  when: 'fails' | 'ends';
};

export type ConditionField = Exclude<keyof ConditionForm, 'kind' | 'group'>;

/** The fields of each kind of condition, in their order. */
export const fieldsOf: Readonly<Record<AlertConditionKind, readonly ConditionField[]>> = {
  cause: ['type'],
  failure: ['type'],
  failureRate: ['type', 'queue', 'percent', 'window', 'minimumEnds'],
  queueWait: ['queue', 'after'],
  noWorker: ['queue', 'after'],
  overdue: ['type', 'task', 'after'],
  task: ['task', 'when'],
  workerLost: ['worker'],
  scheduleMissed: ['type', 'task', 'after'],
};

const emptyForm: ConditionForm = {
  ...{ kind: 'cause', group: '', type: '', queue: '', task: '', worker: '' },
  ...{ percent: '10', minimumEnds: '20', window: '5m', after: '5m', when: 'fails' },
};

/** Returns the form of a condition, or of a new one. */
export function formOfCondition(condition?: AlertCondition): ConditionForm {
  if (condition === undefined) return emptyForm;
  const given: Partial<Record<string, string | number>> = condition;
  const text = (name: string, otherwise = '') => String(given[name] ?? otherwise);
  const span = (name: string, otherwise: string) => {
    const value = given[name];
    return typeof value === 'number' ? writeDuration(value) : otherwise;
  };
  return {
    ...{ kind: condition.kind, group: text('group'), type: text('type'), queue: text('queue') },
    ...{ task: text('task'), worker: text('worker') },
    ...{ percent: text('percent', emptyForm.percent), minimumEnds: text('minimumEnds', emptyForm.minimumEnds) },
    ...{ window: span('windowInMs', emptyForm.window), after: span('afterInMs', emptyForm.after) },
    when: condition.kind === 'task' ? condition.when : emptyForm.when,
  };
}

/** Returns the condition of a complete form. */
export function conditionOf(form: ConditionForm): AlertCondition {
  const { kind, when } = form;
  const text = (name: 'type' | 'group' | 'queue' | 'task' | 'worker') => form[name].trim();
  const given = <Name extends 'type' | 'group' | 'queue' | 'task' | 'worker'>(name: Name) => {
    const member: { [Key in Name]?: string } = {};
    if (text(name) !== '') member[name] = text(name);
    return member;
  };
  const afterInMs = readDuration(form.after) ?? 0;
  switch (kind) {
    case 'cause':
      return { kind, ...given('type'), ...given('group') };
    case 'failure':
      return { kind, type: text('type') };
    case 'failureRate': {
      const figures = { percent: Number(form.percent), minimumEnds: Number(form.minimumEnds) };
      return { kind, ...given('type'), ...given('queue'), ...figures, windowInMs: readDuration(form.window) ?? 0 };
    }
    case 'queueWait':
    case 'noWorker':
      return { kind, ...given('queue'), afterInMs };
    case 'overdue':
      return { kind, ...given('type'), ...given('task'), afterInMs };
    case 'task':
      return { kind, task: text('task'), when };
    case 'workerLost':
      return { kind, ...given('worker') };
    case 'scheduleMissed':
      return { kind, ...given('type'), ...given('task'), afterInMs };
  }
}

/** Why a condition is not complete yet, or not one that an operator with these bounds may give. */
export function conditionReason(form: ConditionForm, bounds?: Bounds): string | undefined {
  const missing = missingIn(form);
  if (missing !== undefined || bounds === undefined || canLieWithin(conditionOf(form), bounds)) return missing;
  return `Your bounds allow ${alertsWithin(bounds)}.`;
}

function missingIn(form: ConditionForm): string | undefined {
  const has = (name: 'type' | 'queue' | 'task') => form[name].trim() !== '';
  if (form.kind === 'failure' && !has('type')) return 'Enter a task type.';
  if (form.kind === 'task' && !has('task')) return 'Enter the id of a task.';
  if (form.kind === 'failureRate' && has('type') === has('queue')) return 'Enter either a task type or a queue.';
  if (form.kind === 'overdue' && has('type') === has('task')) return 'Enter either a task type or a task.';
  return reasonInFields(conditionProblems(form));
}

/** What is wrong with the numbers and durations of a form, by field. */
export function conditionProblems(form: ConditionForm): Partial<Record<ConditionField, string>> {
  const judged = {
    after: durationProblem(form.after, ranges.alertAfterInMs),
    window: durationProblem(form.window, ranges.alertWindowInMs),
    percent:
      readDecimal(form.percent, ranges.alertPercent) === undefined
        ? `Enter a percentage from ${rangeWords(ranges.alertPercent)}`
        : undefined,
    minimumEnds:
      readWhole(form.minimumEnds, ranges.alertMinimumEnds) === undefined
        ? `Enter a whole number from ${rangeWords(ranges.alertMinimumEnds)}`
        : undefined,
  };
  const problems: Partial<Record<ConditionField, string>> = {};
  for (const name of ['percent', 'window', 'minimumEnds', 'after'] as const)
    if (fieldsOf[form.kind].includes(name) && judged[name] !== undefined) problems[name] = judged[name];
  return problems;
}
