import { z } from 'zod';
import { durationInMs, jsonPointer, taskId, timestamp, timestampInput, token } from './identifiers.ts';
import type { JsonValue } from './json.ts';
import { beyondLimit, limits } from './limits.ts';
import { numberIn, wholeNumberIn } from './number-in.ts';
import { booleanQuery, laggingPageOf, type Page, pageQuery, repeatable } from './paging.ts';
import { ranges } from './ranges.ts';
import { storedTags, tagChanges, tagFilter, tags } from './tags.ts';
import { stuckReasons, taskOrders, taskWaits } from './task-list-words.ts';
import { taskStatus } from './task-status-schema.ts';
import { listedValue, taskValuePointer, valueOrder } from './task-value.ts';
import { heldValue } from './value-condition.ts';
import { waitingFor } from './waiting.ts';
import { wholeNumber } from './whole-number.ts';

/** Any JSON value, with exact numbers (see `JsonValue`). */
export const jsonValue = z
  .custom<JsonValue>((value) => value !== undefined, 'a JSON value is required')
  .describe('Any JSON value');

/**
 * A JSON value that a caller gives. TypeScript takes no interface for a `JsonValue`, as others may add members to it, so any
 * object is allowed here. What JSON cannot represent is refused when it is sent.
 */
export const givenJson: z.ZodType<JsonValue, JsonValue | object> = jsonValue.describe('Any JSON value');

export const schedule = z.strictObject({
  cron: z.string().min(1).max(256).describe('Cron expression with five fields, or six with seconds first'),
  timeZone: z.string().max(64).default('UTC').describe('IANA time zone'),
  until: timestampInput.optional().describe('The schedule has no occurrence after this time'),
});

/** Defaults for the absent fields of a retry policy. */
export const retryDefaults = {
  initialIntervalInMs: 1_000,
  backoffCoefficient: 2,
  maximumIntervalInMs: 60_000,
} as const;

export const retryPolicy = z.strictObject({
  maximumAttempts: wholeNumberIn(ranges.taskAttempts).describe('Maximum number of attempts, including the first'),
  initialIntervalInMs: durationInMs
    .default(retryDefaults.initialIntervalInMs)
    .describe('Milliseconds before the second attempt'),
  backoffCoefficient: numberIn(ranges.taskBackoff)
    .default(retryDefaults.backoffCoefficient)
    .describe('Factor by which each further interval grows'),
  maximumIntervalInMs: durationInMs
    .default(retryDefaults.maximumIntervalInMs)
    .describe('Maximum milliseconds between two attempts'),
});

export const retention = z.strictObject({
  maximumRuns: wholeNumberIn(ranges.keptRuns)
    .optional()
    .describe('Number of runs that are kept, including the current one'),
  maximumAgeInMs: durationInMs.optional().describe('Runs that ended longer ago than these milliseconds are deleted'),
});

const priority = wholeNumberIn(ranges.taskPriority);

/** A pointer to what can be sensitive in a task. Any other would protect nothing. */
export const taskPointer = jsonPointer.regex(
  /^\/(?:(?:input|output)(?:\/|$)|error$|(?:steps|events)\/)/,
  '/input, /output, /steps/{name} or /events/{name}, or a JSON Pointer below one of them, or /error',
);

const sensitivePointers = z
  .array(taskPointer)
  .max(limits.sensitivePointers, beyondLimit('sensitivePointers', 'pointers'))
  .describe('JSON Pointers at or below /input, /output, /steps/{name} or /events/{name}, or /error');

const editable = {
  name: z.string().min(1).max(256).describe('Name of the task, shown to people'),
  description: z.string().max(4096).describe('Description of the task, shown to people'),
  input: jsonValue.describe('The input as JSON'),
  tags: tags.describe('Tags, by key'),
  queue: token.describe('Queue from which workers take the runs'),
  priority: priority.describe('Runs with a higher priority are claimed first'),
  concurrencyKey: token.describe('Runs with the same key share a limit'),
  concurrencyLimit: wholeNumberIn(ranges.taskConcurrency).describe('Maximum number of runs with this key at a time'),
  startOn: timestampInput.describe('The first run does not start before this time'),
  schedule: schedule.describe('Repeats the task'),
  retry: retryPolicy.describe('How often and when a failed run is tried again'),
  timeoutInMs: durationInMs
    .min(ranges.taskTimeoutInMs.least)
    .describe('Maximum duration of a run in milliseconds, including waits'),
  retention: retention.describe('Which runs are kept'),
  sensitive: sensitivePointers.describe('JSON Pointers to sensitive values'),
};

/** Input for creating a task. */
export const taskConfig = z
  .strictObject({
    type: token.describe('A registered task type'),
    id: taskId.optional().describe('Id of the task. Omitted: the service makes one'),
    name: editable.name.optional().describe('Name of the task, shown to people'),
    description: editable.description.optional().describe('Description of the task, shown to people'),
    input: givenJson.optional().describe('Input of the task as JSON'),
    tags: tags.optional().describe('Tags, by key'),
    queue: token.default('default').describe('Queue from which workers take the runs'),
    priority: priority.default(0).describe('Higher priorities first'),
    concurrencyKey: token.optional().describe('Runs with the same key share a limit'),
    concurrencyLimit: editable.concurrencyLimit
      .optional()
      .describe('Maximum number of runs with this key at a time. Default: 1 when only the key is given'),
    startOn: timestampInput.optional().describe('The first run does not start before this time'),
    schedule: schedule.optional().describe('Repeats the task'),
    retry: retryPolicy.optional().describe('How often and when a failed run is tried again'),
    timeoutInMs: editable.timeoutInMs.optional().describe('Maximum duration of a run, including waits'),
    retention: retention.optional().describe('Which runs are kept'),
    sensitive: sensitivePointers.optional().describe('JSON Pointers to sensitive values'),
  })
  .refine((config) => config.concurrencyLimit === undefined || config.concurrencyKey !== undefined, {
    path: ['concurrencyLimit'],
    message: 'concurrencyLimit needs a concurrencyKey',
  });

/** The runs that an update can give an input. */
export const inputTargets = ['nextRun', 'currentRun'] as const;
export type InputTarget = (typeof inputTargets)[number];

/** How `UpdateTask` changes the input. */
export const taskUpdateQuery = z.strictObject({
  inputFor: z
    .enum(inputTargets)
    .optional()
    .describe(
      'The run that `input` is for, and those after it. Default: nextRun. currentRun is refused when that run has started',
    ),
  replaceInput: booleanQuery
    .optional()
    .describe('true: `input` is the whole new input, and `null` in it is a value. Default: it is a merge patch'),
});

/** JSON merge patch (RFC 7396): sets the given members, removes those with `null`, keeps omitted ones. */
export const taskUpdateInput = z
  .strictObject({
    name: editable.name.nullable().describe('Name'),
    description: editable.description.nullable().describe('Description'),
    input: givenJson.describe('Merges into the input. Used from the next run on, or from the run that inputFor names'),
    tags: tagChanges.nullable().describe('Tags, by key'),
    queue: token.describe('Queue from which workers take the runs'),
    priority: priority.describe('Runs with a higher priority are claimed first'),
    concurrencyKey: token.nullable().describe('Runs with the same key share a limit'),
    concurrencyLimit: editable.concurrencyLimit.nullable().describe('Maximum number of runs with this key at a time'),
    startOn: timestampInput.nullable().describe('The first run does not start before this time'),
    schedule: schedule.nullable().describe('Repeats the task'),
    retry: retryPolicy.nullable().describe('How often and when a failed run is tried again'),
    timeoutInMs: editable.timeoutInMs.nullable().describe('Maximum duration of a run in milliseconds, including waits'),
    retention: retention.nullable().describe('Which runs are kept'),
    sensitive: sensitivePointers.nullable().describe('JSON Pointers to sensitive values'),
  })
  .partial();

/** The error of a failed run, as thrown by its handler. */
export const taskError = z.object({
  name: z.string().describe('Name of the error, such as TypeError'),
  message: z.string().describe('Message of the error, followed by those of its causes that it does not quote'),
  stack: z.string().optional().describe('Stack of the error, followed by those of its causes'),
  step: z.string().optional().describe('Name of the failed step, if any'),
  code: z.string().optional().describe('Code of the error, or else of its first cause with one'),
  fingerprint: z
    .string()
    .describe(
      'Equal for failures with the same cause: a hash of type, step, name, code, and either the stack without line numbers or the message without its variable parts',
    ),
});

/** A task in an answer: its configuration and the state of its current run. */
export const taskResponse = z.object({
  id: taskId.describe('Id of the task'),
  type: z.string().describe('Task type'),
  name: z.string().optional().describe('Name of the task, shown to people'),
  description: z.string().optional().describe('Description of the task, shown to people'),
  input: jsonValue
    .optional()
    .describe(
      'The newest input as JSON: of the current run, or of the next one where it was changed since. Lists omit it unless includeInput is true',
    ),
  tags: storedTags.describe('Tags, by key'),
  queue: z.string().describe('Queue from which workers take the runs'),
  priority: z.number().int().describe('Runs with a higher priority are claimed first'),
  concurrencyKey: z.string().optional().describe('Runs with the same key share a limit'),
  concurrencyLimit: z.number().int().optional().describe('Maximum number of runs with this key at a time'),
  startOn: timestamp.optional().describe('The first run does not start before this time'),
  schedule: z
    .object({
      cron: z.string().describe('Cron expression with five fields, or six with seconds first'),
      timeZone: z.string().describe('IANA time zone'),
      until: timestamp.optional().describe('The schedule has no occurrence after this time'),
    })
    .optional()
    .describe('Repeats the task'),
  retry: retryPolicy.optional().describe('How often and when a failed run is tried again'),
  timeoutInMs: durationInMs.optional().describe('Maximum duration of a run in milliseconds, including waits'),
  retention: retention.optional().describe('Which runs are kept'),
  sensitive: z.array(z.string()).optional().describe('JSON Pointers to sensitive values'),
  parent: z
    .object({
      taskId: taskId.describe('Id of the parent'),
      runCount: z.number().int().describe('Run of the parent'),
      sequence: z.number().int().describe('Step of the parent'),
    })
    .optional()
    .describe('The run and step that created the task'),
  status: taskStatus.describe('Status of the current run'),
  runCount: z.number().int().describe('Number of the current run, from 1'),
  attempt: z.number().int().describe('Number of the current attempt, from 1'),
  etag: z.string().describe('Entity tag for If-Match. It changes with the configuration'),
  createdOn: timestamp.describe('When it was created'),
  createdBy: z.string().describe('Name of the caller that created it'),
  lastModifiedOn: timestamp.describe('When it was last changed'),
  lastModifiedBy: z.string().describe('Name of the caller that changed it last'),
  queuedOn: timestamp.optional().describe('When the current run was queued'),
  startedOn: timestamp.optional().describe('When the current run started'),
  endedOn: timestamp.optional().describe('When the current run ended'),
  nextRunOn: timestamp.optional().describe('When the next run starts'),
  waitingFor: waitingFor.optional().describe('Why the current run does not move'),
  output: jsonValue
    .optional()
    .describe('Output of the current run as JSON. Lists omit it unless includeOutput is true'),
  values: z
    .record(z.string(), listedValue)
    .optional()
    .describe('The values at the paths that the list was asked for, by path. Omitted in other answers'),
  error: taskError.optional().describe('The error of the current run'),
  worker: z.string().optional().describe('Name of the worker that runs or ran the current run'),
});

const milliseconds = (description: string) => wholeNumber(0).optional().describe(description);

/** Filters of the task list. Values of one filter are alternatives; different filters are combined with "and". */
export const taskListQuery = z.strictObject({
  ...pageQuery,
  id: repeatable(taskId).describe('Only tasks with these ids'),
  status: repeatable(taskStatus).describe('Only tasks whose current run has one of these statuses'),
  type: repeatable(z.string().min(1).max(128)).describe('A type, or a prefix followed by `*`'),
  queue: repeatable(z.string().min(1).max(128)).describe('A queue, or a prefix followed by `*`'),
  tag: tagFilter.describe('Only tasks with one of these tags, as key=value'),
  search: z.string().min(1).max(256).optional().describe('Part of id, name, type or error message'),
  createdAfter: timestampInput.optional().describe('Only tasks created at or after this time'),
  createdBefore: timestampInput.optional().describe('Only tasks created before this time'),
  endedAfter: timestampInput.optional().describe('Only tasks whose current run ended at or after this time'),
  endedBefore: timestampInput.optional().describe('Only tasks whose current run ended before this time'),
  runEndedAfter: timestampInput
    .optional()
    .describe('Only tasks with a run, the current one or an earlier one, that ended at or after this time'),
  runEndedBefore: timestampInput
    .optional()
    .describe('Only tasks with a run that ended before this time. With runEndedAfter: one run that ended in between'),
  parent: taskId.optional().describe('Only children of this task'),
  schedule: booleanQuery.optional().describe('true: only tasks with a schedule; false: only tasks without'),
  error: z.string().max(64).optional().describe('Only tasks that failed with this error fingerprint'),
  group: z.string().max(64).optional().describe('Only tasks that failed with an error of this error group'),
  input: repeatable(
    z
      .string()
      .max(1_024)
      .regex(/^\/[^=]*=.*$/s, 'an input filter is a JSON Pointer, = and a value'),
  ).describe(
    'Only tasks whose input has this value, as JSON Pointer=value. An index of the values at that path finds them at once. None with sensitive values',
  ),
  holds: heldValue
    .optional()
    .describe(
      'Only tasks whose input, or the output of the current run, holds this text or number as a value at any place. None with sensitive values',
    ),
  minimumRunTimeInMs: milliseconds('Only tasks whose current run ended and took at least this many milliseconds'),
  maximumRunTimeInMs: milliseconds('Only tasks whose current run ended and took less than this many milliseconds'),
  minimumQueueWaitInMs: milliseconds(
    'Only tasks whose current run ended and waited at least this many milliseconds from queue to start',
  ),
  maximumQueueWaitInMs: milliseconds(
    'Only tasks whose current run ended and waited less than this many milliseconds from queue to start',
  ),
  step: z.string().min(1).max(256).optional().describe('Only tasks whose current run has a step with this name'),
  minimumStepTimeInMs: milliseconds(
    'Only tasks whose current run ended and whose longest step, of the name in step if given, took at least this many milliseconds',
  ),
  maximumStepTimeInMs: milliseconds(
    'Only tasks whose current run ended and whose longest step, of the name in step if given, took less than this many milliseconds',
  ),
  waitingFor: repeatable(z.enum(taskWaits)).describe('Only tasks whose run waits for this kind'),
  heldBy: repeatable(z.string().min(1).max(512)).describe(
    'Only tasks whose run is held by this: the event, lock or step that it waits for, the error that it backs off after, who paused it, the concurrency key that it is queued for, or the silent worker that has it',
  ),
  stuckFor: repeatable(z.enum(stuckReasons)).describe(
    'Only tasks whose run does not move for this reason: it is queued, backs off before the next attempt of the run or of a step, is paused, or its worker is silent',
  ),
  includeInput: booleanQuery.optional().describe('Whether each task carries its input; false when left out'),
  includeOutput: booleanQuery.optional().describe('Whether each task carries its output; false when left out'),
  values: z
    .preprocess(
      (given) => (given === undefined || Array.isArray(given) ? given : [given]),
      z
        .array(taskValuePointer)
        .max(limits.listedPaths, beyondLimit('listedPaths', 'paths'))
        .refine((pointers) => new Set(pointers).size === pointers.length, 'each path is given once')
        .optional(),
    )
    .describe('JSON Pointers at or below /input or /output. Each task carries the values at these paths in values'),
  orderBy: z
    .union([z.enum(taskOrders), valueOrder], {
      error: `one of ${taskOrders.join(', ')}, or a path with asc or desc, such as /input/total desc`,
    })
    .default('createdOn desc')
    .describe(
      'Order of the list. The path of an index of values, with asc or desc: booleans, numbers, texts, then tasks without such a value',
    ),
});

/** A page of tasks. The time that the service spends on a page is limited. */
export const taskPage = laggingPageOf(taskResponse).extend({
  searchedTo: timestamp
    .optional()
    .describe(
      'Present in orders of time when few tasks match: the page is short, and the search has come to the tasks that were created (in an order of ends, that ended) at this time',
    ),
});

/** The filters of the list alone, for what counts or acts on all tasks that match. */
export const taskFilterQuery = taskListQuery.omit({
  maxPageSize: true,
  continuationToken: true,
  includeInput: true,
  includeOutput: true,
  values: true,
  orderBy: true,
});

/** Whether a filter looks into inputs or outputs, which can be large. */
export function looksIntoValues({ input, holds }: Pick<TaskListFilter, 'input' | 'holds'>): boolean {
  return input !== undefined || holds !== undefined;
}

export type TaskConfig = z.input<typeof taskConfig>;
/** A task configuration with its defaults. */
export type ParsedTaskConfig = z.output<typeof taskConfig>;
export type TaskUpdateInput = z.input<typeof taskUpdateInput>;
export type ParsedTaskUpdate = z.output<typeof taskUpdateInput>;
export type TaskResponse = z.output<typeof taskResponse>;
export type TaskError = z.output<typeof taskError>;
export type TaskListFilter = z.output<typeof taskListQuery>;
export type TaskPage = Page<TaskResponse> & { searchedTo?: string };
export type Schedule = z.output<typeof schedule>;
export type RetryPolicy = z.output<typeof retryPolicy>;
export type Retention = z.output<typeof retention>;
