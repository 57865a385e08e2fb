import { z } from 'zod';
import { taskId, timestamp, timestampInput } from './identifiers.ts';
import { booleanQuery, pageQuery, repeatable } from './paging.ts';
import { givenJson, jsonValue, taskError } from './task.ts';
import { taskStatus } from './task-status-schema.ts';
import { waitingFor } from './waiting.ts';

export const runTriggers = ['create', 'schedule', 'rerun', 'fork'] as const;

/** A run of a task, previous or current. */
export const taskHistoryResponse = z.object({
  taskId: taskId.describe('Id of the task'),
  runCount: z.number().int().describe('Number of the run, from 1'),
  isCurrent: z.boolean().describe("Whether it is the task's current run"),
  trigger: z.enum(runTriggers).describe('What started the run'),
  triggeredBy: z.string().describe('Name of the caller that started the run, or schedule'),
  forkedFrom: z
    .object({
      runCount: z.number().int().describe('Number of the run, from 1'),
      sequence: z.number().int().describe('Place of the step in its run, from 0'),
    })
    .optional()
    .describe('The run and step from which it was forked'),
  status: taskStatus.describe('Status of the run'),
  attempt: z.number().int().describe('Number of the attempt, from 1'),
  input: jsonValue.optional().describe('The input as JSON'),
  output: jsonValue.optional().describe('The output as JSON'),
  error: taskError.optional().describe('The error, if it failed'),
  queuedOn: timestamp.describe('When it was queued'),
  startedOn: timestamp.optional().describe('When it started'),
  endedOn: timestamp.optional().describe('When it ended. Omitted: it has not ended'),
  worker: z.string().optional().describe('Name of the worker that runs or ran it'),
  workerVersion: z.string().optional().describe('Version of the type that this worker had registered'),
  waitingFor: waitingFor.optional().describe('Why the run does not move'),
  stepCounts: z
    .object({
      total: z.number().int().describe('All steps'),
      succeeded: z.number().int().describe('Steps that succeeded'),
      failed: z.number().int().describe('Steps that failed'),
      active: z.number().int().describe('Steps that have not ended'),
    })
    .describe('Number of steps by status'),
});

export const taskHistoryListQuery = z.strictObject({
  ...pageQuery,
  status: repeatable(taskStatus).describe('Only runs with one of these statuses'),
  includeInput: booleanQuery.optional().describe('Whether each run carries its input; false when left out'),
  includeOutput: booleanQuery.optional().describe('Whether each run carries its output; false when left out'),
  orderBy: z.enum(['runCount desc', 'runCount asc']).default('runCount desc').describe('Order of the list'),
});

/** The succeeded run that tells most about another run. */
export const comparableRun = z.object({
  run: z
    .object({
      taskId: taskId.describe('Id of the task'),
      runCount: z.number().int().describe('Number of the run, from 1'),
    })
    .optional()
    .describe('The run. Omitted: no other run of the task or its type succeeded'),
  basis: z
    .enum(['task', 'type'])
    .optional()
    .describe('task: the last succeeded run of the same task. type: of another task of the type'),
  similarity: z
    .number()
    .optional()
    .describe('For basis type: the share of equal values in both inputs, 0 to 1. Sensitive values do not count'),
});

/**
 * Starts another run of an ended task. Without `input`, the run uses the task's input. A redaction marker keeps the
 * stored value.
 */
export const rerunInput = z.strictObject({
  input: givenJson.optional().describe('Input of the new run and of later ones. Omitted: the input of the task'),
});

/** Starts a new run at `fromSequence` that keeps the completed steps before it. */
export const forkInput = z.strictObject({
  fromSequence: z
    .number()
    .int()
    .min(0)
    .max(2_147_483_647)
    .describe('Sequence of the first step that is done again. Earlier ones are kept'),
  input: givenJson.optional().describe('Input of the new run. Omitted: that of the forked run'),
});

/** The operator's reason for an action, kept in the audit trail. */
export const reasonInput = z.strictObject({
  reason: z.string().max(1024).optional().describe('Why, in words for the audit trail'),
});

/** An action on the current run. */
export const runActionInput = z.strictObject({
  ...reasonInput.shape,
  runCount: z
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Number of the run that was seen. When another run is current, nothing happens'),
});

/** Ends the current wait of a run for a time. */
export const wakeInput = z.strictObject({
  ...reasonInput.shape,
  until: timestampInput
    .optional()
    .describe('The `until` of the wait that was seen. A run whose wait ends at another time is left alone'),
});

export type TaskHistoryResponse = z.output<typeof taskHistoryResponse>;
export type TaskHistoryListFilter = z.output<typeof taskHistoryListQuery>;
export type ComparableRun = z.output<typeof comparableRun>;
export type RunTrigger = (typeof runTriggers)[number];
export type RerunInput = z.input<typeof rerunInput>;
export type ParsedRerunInput = z.output<typeof rerunInput>;
export type WakeInput = z.input<typeof wakeInput>;
export type ForkInput = z.input<typeof forkInput>;
export type ParsedForkInput = z.output<typeof forkInput>;
