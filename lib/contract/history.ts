import { z } from 'zod';
import { taskId, timestamp } from './identifiers.ts';
import { booleanQuery, pageQuery, repeatable } from './paging.ts';
import { jsonValue, taskError } from './task.ts';
import { taskStatus } from './task-status-schema.ts';
import { waitingFor } from './waiting.ts';

export const runTriggers = ['create', 'schedule', 'rerun', 'fork'] as const;

/** A run of a task, previous or current. */
export const taskHistoryResponse = z.object({
  taskId,
  runCount: z.number().int(),
  isCurrent: z.boolean(),
  trigger: z.enum(runTriggers),
  triggeredBy: z.string(),
  forkedFrom: z.object({ runCount: z.number().int(), sequence: z.number().int() }).optional(),
  status: taskStatus,
  attempt: z.number().int(),
  input: jsonValue.optional(),
  output: jsonValue.optional(),
  error: taskError.optional(),
  queuedOn: timestamp,
  startedOn: timestamp.optional(),
  endedOn: timestamp.optional(),
  worker: z.string().optional(),
  waitingFor: waitingFor.optional(),
  stepCounts: z.object({
    total: z.number().int(),
    succeeded: z.number().int(),
    failed: z.number().int(),
    active: z.number().int(),
  }),
});

export const taskHistoryListQuery = z.strictObject({
  ...pageQuery,
  status: repeatable(taskStatus),
  includeInput: booleanQuery.optional().describe('Whether each run carries its input; false when left out'),
  includeOutput: booleanQuery.optional().describe('Whether each run carries its output; false when left out'),
  orderBy: z.enum(['runCount desc', 'runCount asc']).default('runCount desc'),
});

/**
 * Starts another run of an ended task. Without `input`, the run uses the task's input. A redaction marker keeps the
 * stored value.
 */
export const rerunInput = z.strictObject({ input: jsonValue.optional() });

/** Starts a new run at `fromSequence` that keeps the completed steps before it. */
export const forkInput = z.strictObject({
  fromSequence: z.number().int().min(0),
  input: jsonValue.optional(),
});

/** The operator's reason for an action, kept in the audit trail. */
export const reasonInput = z.strictObject({ reason: z.string().max(1024).optional() });

export type TaskHistoryResponse = z.output<typeof taskHistoryResponse>;
export type TaskHistoryListFilter = z.output<typeof taskHistoryListQuery>;
export type RunTrigger = (typeof runTriggers)[number];
export type RerunInput = z.input<typeof rerunInput>;
export type ForkInput = z.input<typeof forkInput>;
