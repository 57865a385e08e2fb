import { z } from 'zod';
import { durationInMs, jsonPointer, taskId, timestamp, timestampInput, token } from './identifiers.ts';
import type { JsonValue } from './json.ts';
import { limits } from './limits.ts';
import { booleanQuery, pageQuery, repeatable } from './paging.ts';
import { storedTags, tagChanges, tagFilter, tags } from './tags.ts';
import { taskOrders, taskWaits } from './task-list-words.ts';
import { taskStatus } from './task-status-schema.ts';
import { waitingFor } from './waiting.ts';

/** Any JSON value; its numbers are exact (see `JsonValue`). */
export const jsonValue = z
  .custom<JsonValue>((value) => value !== undefined, 'a JSON value is required')
  .describe('Any JSON value');

export const schedule = z.strictObject({
  cron: z.string().min(1).max(256).describe('Five fields, or six with seconds first, as croner reads them'),
  timeZone: z.string().max(64).default('UTC').describe('IANA time zone'),
  until: timestampInput.optional().describe('No occurrence starts after this time'),
});

/** What a retry policy says where a field is absent. */
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
const sensitivePointers = z
  .array(jsonPointer)
  .max(limits.sensitivePointers)
  .describe('JSON Pointers below /input, /output, /steps/{name} or /events/{name}');

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
    priority: priority.default(0).describe('Higher first'),
    concurrencyKey: token.optional(),
    concurrencyLimit: editable.concurrencyLimit
      .optional()
      .describe('Runs with this key at a time; 1 when only the key is given'),
    startOn: timestampInput.optional(),
    schedule: schedule.optional(),
    retry: retryPolicy.optional(),
    timeoutInMs: editable.timeoutInMs.optional().describe('From the start of a run to its end, waits included'),
    retention: retention.optional(),
    sensitive: sensitivePointers.optional(),
  })
  .refine((config) => config.concurrencyLimit === undefined || config.concurrencyKey !== undefined, {
    path: ['concurrencyLimit'],
    message: 'concurrencyLimit needs a concurrencyKey',
  });

/** JSON merge patch (RFC 7396): a member given is set, `null` removes it, a member left out stays. */
export const taskUpdateInput = z
  .strictObject({
    name: editable.name.nullable(),
    description: editable.description.nullable(),
    input: jsonValue.describe('For the next run'),
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

/** Why a run failed, as its handler threw it. */
export const taskError = z.object({
  name: z.string(),
  message: z.string(),
  stack: z.string().optional(),
  step: z.string().optional().describe('Name of the step that failed, where one did'),
  code: z.string().optional(),
  fingerprint: z
    .string()
    .describe('Equal for failures of the same cause: hash of type, step, name and message without its numbers and ids'),
});

/** A task as returned: its configuration and the state of its current run. */
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

/** Filters of the task list. Several values of one filter are alternatives; different filters must all hold. */
export const taskListQuery = z.strictObject({
  ...pageQuery,
  id: repeatable(taskId).describe('These tasks only'),
  status: repeatable(taskStatus),
  type: repeatable(z.string().min(1).max(128)).describe('A type, or its beginning and `*`'),
  queue: repeatable(z.string().min(1).max(128)),
  tag: tagFilter,
  search: z.string().min(1).max(256).optional().describe('Part of id, name, type or error text'),
  createdAfter: timestampInput.optional(),
  createdBefore: timestampInput.optional(),
  endedAfter: timestampInput.optional(),
  endedBefore: timestampInput.optional(),
  parent: taskId.optional().describe('Children of this task'),
  schedule: booleanQuery.optional().describe('true: with a schedule only; false: without'),
  error: z.string().max(64).optional().describe('Failed with this error fingerprint'),
  waitingFor: repeatable(z.enum(taskWaits)).describe('Its run waits for such a thing'),
  orderBy: z.enum(taskOrders).default('createdOn desc'),
});

export type TaskConfig = z.input<typeof taskConfig>;
/** A TaskConfig after its defaults are filled in. */
export type ParsedTaskConfig = z.output<typeof taskConfig>;
export type TaskUpdateInput = z.input<typeof taskUpdateInput>;
export type ParsedTaskUpdate = z.output<typeof taskUpdateInput>;
export type TaskResponse = z.output<typeof taskResponse>;
export type TaskError = z.output<typeof taskError>;
export type TaskListFilter = z.output<typeof taskListQuery>;
export type Schedule = z.output<typeof schedule>;
export type RetryPolicy = z.output<typeof retryPolicy>;
export type Retention = z.output<typeof retention>;
