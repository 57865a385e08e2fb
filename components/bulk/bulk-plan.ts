import { type BulkActionKind, type BulkOperation, type Range, ranges } from '#contract';
import { rangeWords, readWhole } from '@/components/ui/number-text.ts';
import { destructiveActions, runningActions } from './bulk-words.ts';

/** What is typed into the form of an operation. */
export type BulkForm = {
  kind: BulkActionKind;
  fromStep: string;
  force: boolean;
  eventName: string;
  eventValue: string;
  queue: string;
  priority: string;
  tags: string;
  stages: string;
  maximumFailures: string;
  tasksPerSecond: string;
  reason: string;
};

/** The action of a form. The data of an event stays text, so that its numbers stay exact. */
type PlannedAction =
  | { kind: 'rerun' | 'cancel' | 'pause' | 'resume' | 'wake' }
  | { kind: 'fork'; fromStep?: string }
  | { kind: 'delete'; force: boolean }
  | { kind: 'raiseEvent'; name: string; valueText: string }
  | { kind: 'update'; tags?: Record<string, string | null>; queue?: string; priority?: number };

export type BulkPlan = {
  action: PlannedAction;
  stages: number[];
  delayInMs: number;
  maximumFailures?: number;
  tasksPerSecond?: number;
  reason?: string;
};

/** The time in which a destructive operation can be called off. */
const thinkAgainInMs = 10_000;

export function newBulkForm(kind: BulkActionKind, force = false): BulkForm {
  return {
    ...{ kind, fromStep: '', force, eventName: '', eventValue: '{}', queue: '', priority: '', tags: '' },
    ...{ stages: runningActions.has(kind) ? '1, 10' : '', maximumFailures: '', tasksPerSecond: '', reason: '' },
    ...(kind === 'rerun' || kind === 'fork' ? { maximumFailures: '5' } : {}),
  };
}

/** Returns the form that does an operation again as it was, except for the data of an event, which is not shown. */
export function formOf(
  operation: Pick<BulkOperation, 'action' | 'stages' | 'maximumFailures' | 'tasksPerSecond'>,
): BulkForm {
  const { action, stages, maximumFailures, tasksPerSecond } = operation;
  const form = {
    ...newBulkForm(action.kind, action.kind === 'delete' && action.force),
    stages: stages.join(', '),
    maximumFailures: maximumFailures?.toString() ?? '',
    tasksPerSecond: tasksPerSecond?.toString() ?? '',
  };
  if (action.kind === 'fork') return { ...form, fromStep: action.fromStep ?? '' };
  if (action.kind === 'raiseEvent') return { ...form, eventName: action.name };
  if (action.kind !== 'update') return form;
  const tags = Object.entries(action.tags ?? {}).map(([key, value]) => `${key}=${value ?? ''}`);
  return { ...form, tags: tags.join('\n'), queue: action.queue ?? '', priority: action.priority?.toString() ?? '' };
}

/** What a form asks for, or what is wrong with it, by field. */
export function planOf(form: BulkForm): { plan: BulkPlan } | { problems: Partial<Record<keyof BulkForm, string>> } {
  const problems: Partial<Record<keyof BulkForm, string>> = {};
  const whole = (field: 'maximumFailures' | 'tasksPerSecond' | 'priority', range: Range) => {
    if (form[field].trim() === '') return undefined;
    const value = readWhole(form[field], range);
    if (value === undefined) problems[field] = `A whole number from ${rangeWords(range)}`;
    return value;
  };
  const sizes = form.stages.split(/[\s,]+/).filter((part) => part !== '');
  const stages = sizes.flatMap((size) => readWhole(size, ranges.bulkStage) ?? []);
  if (sizes.length > 10 || stages.length < sizes.length)
    problems.stages = `Up to 10 whole numbers from ${rangeWords(ranges.bulkStage)}, such as 1, 10`;
  const maximumFailures = whole('maximumFailures', ranges.bulkMaximumFailures);
  const tasksPerSecond = whole('tasksPerSecond', ranges.bulkTasksPerSecond);
  const reason = form.reason.trim();
  const action = actionOf(form, whole('priority', ranges.taskPriority), problems);
  if (Object.keys(problems).length > 0) return { problems };
  return {
    plan: {
      action,
      stages,
      delayInMs: destructiveActions.has(form.kind) ? thinkAgainInMs : 0,
      ...(maximumFailures !== undefined && { maximumFailures }),
      ...(tasksPerSecond !== undefined && { tasksPerSecond }),
      ...(reason !== '' && { reason }),
    },
  };
}

function actionOf(
  form: BulkForm,
  priority: number | undefined,
  problems: Partial<Record<keyof BulkForm, string>>,
): PlannedAction {
  const { kind } = form;
  switch (kind) {
    case 'fork':
      return { kind, ...(form.fromStep.trim() !== '' && { fromStep: form.fromStep.trim() }) };
    case 'delete':
      return { kind, force: form.force };
    case 'raiseEvent':
      if (form.eventName.trim() === '') problems.eventName = 'An event has a name';
      try {
        JSON.parse(form.eventValue);
      } catch {
        problems.eventValue = 'This is not JSON';
      }
      return { kind, name: form.eventName.trim(), valueText: form.eventValue };
    case 'update': {
      const tags = tagsOf(form.tags, problems);
      const queue = form.queue.trim();
      const changes = {
        ...(tags !== undefined && { tags }),
        ...(queue !== '' && { queue }),
        ...(priority !== undefined && { priority }),
      };
      if (Object.keys(changes).length === 0) problems.tags ??= 'Enter tags, a queue or a priority';
      return { kind, ...changes };
    }
    default:
      return { kind };
  }
}

/** `customer=42` sets a tag, `customer=` removes it; one on each line. */
function tagsOf(
  text: string,
  problems: Partial<Record<keyof BulkForm, string>>,
): Record<string, string | null> | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) return undefined;
  const tags: [string, string | null][] = [];
  for (const line of lines) {
    const at = line.indexOf('=');
    if (at < 1) problems.tags = `“${line}” is not key=value`;
    else tags.push([line.slice(0, at), line.slice(at + 1) || null]);
  }
  return Object.fromEntries(tags);
}
