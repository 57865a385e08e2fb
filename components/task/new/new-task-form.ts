import { z } from 'zod';
import {
  type Range,
  ranges,
  stringifyJson,
  type TaskConfig,
  type TaskResponse,
  type TaskType,
  taskConfig,
} from '#contract';
import { readJson } from '@/components/json/read-json.ts';
import { durationProblem, readDuration, writeDuration } from '@/components/ui/duration-text.ts';
import { readMoment } from '@/components/ui/moment-text.ts';
import { rangeWords, readDecimal, readWhole } from '@/components/ui/number-text.ts';

const text = z.string().default('');

/** What is written in the form, every field as its text; it is kept as a draft and read into a `TaskConfig`. */
export const newTaskForm = z.object({
  type: text,
  input: text,
  name: text,
  id: text,
  description: text,
  tags: text,
  queue: text,
  priority: text,
  concurrencyKey: text,
  concurrencyLimit: text,
  start: z.enum(['now', 'later', 'schedule']).default('now'),
  startOn: text,
  cron: text,
  timeZone: z.string().default('UTC'),
  until: text,
  maximumAttempts: text,
  initialInterval: text,
  backoff: text,
  maximumInterval: text,
  timeout: text,
  maximumRuns: text,
  maximumAge: text,
  sensitive: text,
});

export type NewTaskForm = z.output<typeof newTaskForm>;
export type NewTaskField = keyof NewTaskForm;
export type FieldErrors = Partial<Record<NewTaskField, string>>;

export const emptyForm: NewTaskForm = newTaskForm.parse({});

/** Reads the form. `errors` names what cannot be read; with none of them, `config` is what the service gets. */
export function readForm(form: NewTaskForm): { config: TaskConfig; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const given = (field: NewTaskField) => (form[field].trim() === '' ? undefined : form[field].trim());
  const read = <Value>(field: NewTaskField, parse: (value: string) => Value | undefined, otherwise: string) => {
    const value = given(field);
    if (value === undefined) return undefined;
    const parsed = parse(value);
    if (parsed === undefined) errors[field] = otherwise;
    return parsed;
  };
  const whole = (field: NewTaskField, range: Range) =>
    read(field, (value) => readWhole(value, range), `A whole number from ${rangeWords(range)}`);
  const duration = (field: NewTaskField, range: Range = ranges.durationInMs) => {
    const value = given(field);
    const problem = value === undefined ? undefined : durationProblem(value, range);
    if (problem !== undefined) errors[field] = problem;
    return value === undefined || problem !== undefined ? undefined : readDuration(value);
  };
  const moment = (field: NewTaskField) =>
    read(field, (text) => readMoment(text)?.on, 'A time such as 2026-11-20T14:00 (UTC)');

  if (given('type') === undefined) errors.type = 'Choose a type';
  const attempts = whole('maximumAttempts', ranges.taskAttempts);
  const backoff = read(
    'backoff',
    (value) => readDecimal(value, ranges.taskBackoff),
    `A number from ${rangeWords(ranges.taskBackoff)}`,
  );
  const retry = {
    ...some('maximumAttempts', attempts),
    ...some('initialIntervalInMs', duration('initialInterval')),
    ...some('backoffCoefficient', backoff),
    ...some('maximumIntervalInMs', duration('maximumInterval')),
  };
  if (Object.keys(retry).length > 0 && attempts === undefined)
    errors.maximumAttempts ??= 'Enter the number of attempts';
  const retention = {
    ...some('maximumRuns', whole('maximumRuns', ranges.keptRuns)),
    ...some('maximumAgeInMs', duration('maximumAge')),
  };
  if (form.start === 'later' && given('startOn') === undefined) errors.startOn = 'Enter the start time';
  if (form.start === 'schedule' && given('cron') === undefined)
    errors.cron = 'Enter a cron expression such as 0 6 * * 1-5';
  const schedule = form.start === 'schedule' && {
    schedule: { cron: given('cron') ?? '', timeZone: given('timeZone') ?? 'UTC', ...some('until', moment('until')) },
  };
  const pointers = given('sensitive')
    ?.split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

  const config: TaskConfig = {
    type: given('type') ?? '',
    ...some('name', given('name')),
    ...some('id', given('id')),
    ...some('description', given('description')),
    ...some('input', read('input', readJson, 'Not valid JSON')),
    ...some('tags', read('tags', readTags, 'One name=value per line')),
    ...some('queue', given('queue')),
    ...some('priority', whole('priority', ranges.taskPriority)),
    ...some('concurrencyKey', given('concurrencyKey')),
    ...some('concurrencyLimit', whole('concurrencyLimit', ranges.taskConcurrency)),
    ...(form.start === 'later' && some('startOn', moment('startOn'))),
    ...schedule,
    ...(attempts !== undefined && { retry: { ...retry, maximumAttempts: attempts } }),
    ...some('timeoutInMs', duration('timeout', ranges.taskTimeoutInMs)),
    ...(Object.keys(retention).length > 0 && { retention }),
    ...some('sensitive', pointers),
  };
  const checked = Object.keys(errors).length === 0 ? taskConfig.safeParse(config) : undefined;
  for (const { path, message } of checked?.error?.issues ?? []) {
    const { field } = fieldOf(`/${path.map(String).join('/')}`);
    if (field) errors[field] ??= message;
  }
  return { config, errors };
}

/** The form of an existing task, to create another like it. What identifies that task is left out. */
export function formOfTask(task: TaskResponse): NewTaskForm {
  const { schedule, retry, retention } = task;
  const duration = (value: number | undefined) => (value === undefined ? '' : writeDuration(value));
  return {
    ...emptyForm,
    type: task.type,
    input: task.input === undefined ? '' : stringifyJson(task.input, 2),
    name: task.name ?? '',
    description: task.description ?? '',
    tags: Object.entries(task.tags)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
    queue: task.queue === 'default' ? '' : task.queue,
    priority: task.priority === 0 ? '' : String(task.priority),
    concurrencyKey: task.concurrencyKey ?? '',
    concurrencyLimit: task.concurrencyLimit?.toString() ?? '',
    start: schedule ? 'schedule' : 'now',
    cron: schedule?.cron ?? '',
    timeZone: schedule?.timeZone ?? 'UTC',
    until: schedule?.until ?? '',
    maximumAttempts: retry?.maximumAttempts.toString() ?? '',
    initialInterval: duration(retry?.initialIntervalInMs),
    backoff: retry?.backoffCoefficient.toString() ?? '',
    maximumInterval: duration(retry?.maximumIntervalInMs),
    timeout: duration(task.timeoutInMs),
    maximumRuns: retention?.maximumRuns?.toString() ?? '',
    maximumAge: duration(retention?.maximumAgeInMs),
    sensitive: task.sensitive?.join('\n') ?? '',
  };
}

/** An empty form of a type, with its example as input. */
export function formOfType(type: TaskType): NewTaskForm {
  return { ...emptyForm, type: type.type, input: exampleInput(type) };
}

/** A type's example input as text; empty where it has none. */
export function exampleInput(type: TaskType | undefined): string {
  return type?.exampleInput === undefined ? '' : stringifyJson(type.exampleInput, 2);
}

/** A draft as it was kept; `undefined` where it cannot be read. */
export function readDraftForm(kept: string | undefined): NewTaskForm | undefined {
  if (kept === undefined) return undefined;
  try {
    return newTaskForm.safeParse(JSON.parse(kept)).data;
  } catch {
    return undefined;
  }
}

const fieldByPointer: readonly [string, NewTaskField][] = [
  ['/schedule/until', 'until'],
  ['/schedule/timeZone', 'timeZone'],
  ['/schedule', 'cron'],
  ['/retry/initialIntervalInMs', 'initialInterval'],
  ['/retry/backoffCoefficient', 'backoff'],
  ['/retry/maximumIntervalInMs', 'maximumInterval'],
  ['/retry', 'maximumAttempts'],
  ['/retention/maximumAgeInMs', 'maximumAge'],
  ['/retention', 'maximumRuns'],
  ['/timeoutInMs', 'timeout'],
  ...(['type', 'input', 'name', 'id', 'description', 'tags', 'queue', 'priority'] as const).map(
    (field): [string, NewTaskField] => [`/${field}`, field],
  ),
  ...(['concurrencyKey', 'concurrencyLimit', 'startOn', 'sensitive'] as const).map((field): [string, NewTaskField] => [
    `/${field}`,
    field,
  ]),
];

/** The field that a pointer into the request belongs to, and the pointer within it. */
export function fieldOf(pointer: string): { field: NewTaskField | undefined; within: string } {
  const found = fieldByPointer.find(([prefix]) => pointer === prefix || pointer.startsWith(`${prefix}/`));
  return found ? { field: found[1], within: pointer.slice(found[0].length) } : { field: undefined, within: pointer };
}

function readTags(value: string): Record<string, string> | undefined {
  const pairs = value
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(/=(.*)/s));
  if (pairs.some(([name, tag]) => !name?.trim() || tag === undefined)) return undefined;
  return Object.fromEntries(pairs.map(([name = '', tag = '']) => [name.trim(), tag.trim()]));
}

/** A member only where it has a value. */
function some<Name extends string, Value>(name: Name, value: Value | undefined): Partial<Record<Name, Value>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, Value>);
}
