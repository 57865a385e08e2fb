import { z } from 'zod';
import { durationInMs, jsonPointer, taskId, timestamp, timestampInput, token } from './identifiers.ts';
import type { JsonValue } from './json.ts';
import { beyondLimit, limits } from './limits.ts';
import { booleanQuery, pageQuery, repeatable } from './paging.ts';
import { storedTags, tagChanges, tagFilter, tags } from './tags.ts';
import { taskOrders, taskWaits } from './task-list-words.ts';
import { taskStatus } from './task-status-schema.ts';
import { waitingFor } from './waiting.ts';

/** Any JSON value, with exact numbers (see `JsonValue`). */
export const jsonValue = z
  .custom<JsonValue>((value) => value !== undefined, 'a JSON value is required')
  .describe('Any JSON value');

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
  maximumAttempts: z.number().int().min(1).max(10_000),
  initialIntervalInMs: durationInMs.default(retryDefaults.initialIntervalInMs),
  backoffCoefficient: z.number().min(1).max(100).default(retryDefaults.backoffCoefficient),
  maximumIntervalInMs: durationInMs.default(retryDefaults.maximumIntervalInMs),
});

export const retention = z.strictObject({
  maximumRuns: z.number().int().min(1).max(1_000_000).optional(),
  maximumAgeInMs: durationInMs.optional(),
});

const priority = z.number().int().min(-32_768).max(32_767);

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
  name: z.string().min(1).max(256),
  description: z.string().max(4096),
  input: jsonValue,
  tags,
  queue: token,
  priority,
  concurrencyKey: token,
  concurrencyLimit: z.number().int().min(1).max(1_000_000),
  startOn: timestampInput,
  schedule,
  retry: retryPolicy,
  timeoutInMs: durationInMs.min(1),
  retention,
  sensitive: sensitivePointers,
};

/** Input for creating a task. */
export const taskConfig = z
  .strictObject({
    type: token.describe('A registered task type'),
    id: taskId.optional(),
    name: editable.name.optional(),
    description: editable.description.optional(),
    input: jsonValue.optional(),
    tags: tags.optional(),
    queue: token.default('default'),
    priority: priority.default(0).describe('Higher priorities first'),
    concurrencyKey: token.optional(),
    concurrencyLimit: editable.concurrencyLimit
      .optional()
      .describe('Maximum number of runs with this key at a time. Default: 1 when only the key is given'),
    startOn: timestampInput.optional(),
    schedule: schedule.optional(),
    retry: retryPolicy.optional(),
    timeoutInMs: editable.timeoutInMs.optional().describe('Maximum duration of a run, including waits'),
    retention: retention.optional(),
    sensitive: sensitivePointers.optional(),
  })
  .refine((config) => config.concurrencyLimit === undefined || config.concurrencyKey !== undefined, {
    path: ['concurrencyLimit'],
    message: 'concurrencyLimit needs a concurrencyKey',
  });

/** JSON merge patch (RFC 7396): sets the given members, removes those with `null`, keeps omitted ones. */
export const taskUpdateInput = z
  .strictObject({
    name: editable.name.nullable(),
    description: editable.description.nullable(),
    input: jsonValue.describe('Used from the next run on'),
    tags: tagChanges.nullable(),
    queue: token,
    priority,
    concurrencyKey: token.nullable(),
    concurrencyLimit: editable.concurrencyLimit.nullable(),
    startOn: timestampInput.nullable(),
    schedule: schedule.nullable(),
    retry: retryPolicy.nullable(),
    timeoutInMs: editable.timeoutInMs.nullable(),
    retention: retention.nullable(),
    sensitive: sensitivePointers.nullable(),
  })
  .partial();

/** The error of a failed run, as thrown by its handler. */
export const taskError = z.object({
  name: z.string(),
  message: z.string(),
  stack: z.string().optional(),
  step: z.string().optional().describe('Name of the failed step, if any'),
  code: z.string().optional(),
  fingerprint: z
    .string()
    .describe(
      'Equal for failures with the same cause: a hash of type, step, name, code, and either the stack without line numbers or the message without its variable parts',
    ),
});

/** A task in an answer: its configuration and the state of its current run. */
export const taskResponse = z.object({
  id: taskId,
  type: z.string(),
  name: z.string().optional(),
  description: z.string().optional(),
  input: jsonValue.optional(),
  tags: storedTags,
  queue: z.string(),
  priority: z.number().int(),
  concurrencyKey: z.string().optional(),
  concurrencyLimit: z.number().int().optional(),
  startOn: timestamp.optional(),
  schedule: z.object({ cron: z.string(), timeZone: z.string(), until: timestamp.optional() }).optional(),
  retry: retryPolicy.optional(),
  timeoutInMs: durationInMs.optional(),
  retention: retention.optional(),
  sensitive: z.array(z.string()).optional(),
  parent: z.object({ taskId, runCount: z.number().int(), sequence: z.number().int() }).optional(),
  status: taskStatus,
  runCount: z.number().int(),
  attempt: z.number().int(),
  etag: z.string(),
  createdOn: timestamp,
  createdBy: z.string(),
  lastModifiedOn: timestamp,
  lastModifiedBy: z.string(),
  queuedOn: timestamp.optional(),
  startedOn: timestamp.optional(),
  endedOn: timestamp.optional(),
  nextRunOn: timestamp.optional(),
  waitingFor: waitingFor.optional(),
  output: jsonValue.optional(),
  error: taskError.optional(),
  worker: z.string().optional(),
});

/** Filters of the task list. Values of one filter are alternatives; different filters are combined with "and". */
export const taskListQuery = z.strictObject({
  ...pageQuery,
  id: repeatable(taskId).describe('Only tasks with these ids'),
  status: repeatable(taskStatus),
  type: repeatable(z.string().min(1).max(128)).describe('A type, or a prefix followed by `*`'),
  queue: repeatable(z.string().min(1).max(128)),
  tag: tagFilter,
  search: z.string().min(1).max(256).optional().describe('Part of id, name, type or error message'),
  createdAfter: timestampInput.optional(),
  createdBefore: timestampInput.optional(),
  endedAfter: timestampInput.optional(),
  endedBefore: timestampInput.optional(),
  parent: taskId.optional().describe('Only children of this task'),
  schedule: booleanQuery.optional().describe('true: only tasks with a schedule; false: only tasks without'),
  error: z.string().max(64).optional().describe('Only tasks that failed with this error fingerprint'),
  waitingFor: repeatable(z.enum(taskWaits)).describe('Only tasks whose run waits for this kind'),
  includeInput: booleanQuery.optional().describe('Whether each task carries its input; false when left out'),
  includeOutput: booleanQuery.optional().describe('Whether each task carries its output; false when left out'),
  orderBy: z.enum(taskOrders).default('createdOn desc'),
});

export type TaskConfig = z.input<typeof taskConfig>;
/** A task configuration with its defaults. */
export type ParsedTaskConfig = z.output<typeof taskConfig>;
export type TaskUpdateInput = z.input<typeof taskUpdateInput>;
export type ParsedTaskUpdate = z.output<typeof taskUpdateInput>;
export type TaskResponse = z.output<typeof taskResponse>;
export type TaskError = z.output<typeof taskError>;
export type TaskListFilter = z.output<typeof taskListQuery>;
export type Schedule = z.output<typeof schedule>;
export type RetryPolicy = z.output<typeof retryPolicy>;
export type Retention = z.output<typeof retention>;
