import { z } from 'zod';
import { itemName, taskId, timestamp } from './identifiers.ts';
import { pageQuery } from './paging.ts';
import { stateAccesses } from './state-words.ts';
import { jsonValue, taskError } from './task.ts';

export const stepKinds = ['step', 'sleep', 'event', 'state', 'lock', 'task'] as const;
export const stepStatuses = ['running', 'waiting', 'retrying', 'succeeded', 'failed', 'cancelled'] as const;

export const stepAttempt = z.object({
  attempt: z.number().int(),
  startedOn: timestamp,
  endedOn: timestamp.optional(),
  worker: z.string().optional(),
  error: taskError.optional(),
});

/** What a step did with a state entry. */
export const stepStateAccess = z.object({
  storeName: z.string(),
  id: z.string(),
  access: z.enum(stateAccesses),
  version: z.number().int().optional().describe('The version that was read or created. Omitted when there was none'),
});

/** A recorded step of a run. */
export const step = z.object({
  taskId,
  runCount: z.number().int(),
  sequence: z.number().int(),
  name: z.string(),
  kind: z.enum(stepKinds),
  status: z.enum(stepStatuses),
  attempts: z.array(stepAttempt),
  output: jsonValue.optional(),
  error: taskError.optional(),
  startedOn: timestamp,
  endedOn: timestamp.optional(),
  wakeOn: timestamp.optional(),
  eventName: z.string().optional(),
  childTaskId: z.string().optional().describe('For kind task: the task that the step created or waits for'),
  state: z
    .array(stepStateAccess)
    .optional()
    .describe('For kind state: up to 100 entries that the step read, wrote or deleted'),
  keptFrom: z.number().int().optional().describe('The run from which a fork kept the result'),
});

export const stepListQuery = z.strictObject({ ...pageQuery, name: itemName.optional() });

export type Step = z.output<typeof step>;
export type StepKind = (typeof stepKinds)[number];
export type StepStatus = (typeof stepStatuses)[number];
export type StepAttempt = z.output<typeof stepAttempt>;
export type StepStateAccess = z.output<typeof stepStateAccess>;
export type StepListFilter = z.output<typeof stepListQuery>;
