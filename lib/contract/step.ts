import { z } from 'zod';
import { attemptNumber, itemName, taskId, timestamp } from './identifiers.ts';
import { pageQuery } from './paging.ts';
import { stateAccesses } from './state-words.ts';
import { jsonValue, taskError } from './task.ts';

export const stepKinds = ['step', 'sleep', 'event', 'state', 'lock', 'task'] as const;
export const stepStatuses = ['running', 'waiting', 'retrying', 'succeeded', 'failed', 'cancelled'] as const;

export const stepAttempt = z.object({
  attempt: z.number().int().describe('Number of the attempt, from 1'),
  startedOn: timestamp.describe('When the attempt started'),
  endedOn: timestamp.optional().describe('When the attempt ended'),
  worker: z.string().optional().describe('Name of the worker that runs or ran it'),
  error: taskError.optional().describe('The error, if it failed'),
});

/** What a step did with a state entry. */
export const stepStateAccess = z.object({
  storeName: z.string().describe('Name of the store'),
  id: z.string().describe('Id of the entry'),
  access: z.enum(stateAccesses).describe('What the step did with the entry'),
  version: z.number().int().optional().describe('The version that was read or created. Omitted when there was none'),
});

/** A recorded step of a run. */
export const step = z.object({
  taskId: taskId.describe('Id of the task'),
  runCount: z.number().int().describe('Number of the run, from 1'),
  sequence: z.number().int().describe('Place of the step in its run, from 0'),
  name: z.string().describe('Name of the step'),
  kind: z.enum(stepKinds).describe('What the step does'),
  status: z.enum(stepStatuses).describe('Status of the step'),
  attempts: z.array(stepAttempt).describe('The attempts of the step'),
  output: jsonValue.optional().describe('The output as JSON'),
  error: taskError.optional().describe('The error, if it failed'),
  startedOn: timestamp.describe('When it started'),
  endedOn: timestamp.optional().describe('When it ended. Omitted: it has not ended'),
  wakeOn: timestamp.optional().describe('When the wait ends'),
  eventName: z.string().optional().describe('Name of the event'),
  childTaskId: z.string().optional().describe('For kind task: the task that the step created or waits for'),
  state: z
    .array(stepStateAccess)
    .optional()
    .describe('For kind state: up to 100 entries that the step read, wrote or deleted'),
  keptFrom: z.number().int().optional().describe('The run from which a fork kept the result'),
});

export const stepListQuery = z.strictObject({
  ...pageQuery,
  name: itemName.optional().describe('Only steps with this name'),
});

export const stepErrorFramesQuery = z.strictObject({
  attempt: attemptNumber.optional().describe('Number of the attempt. Omitted: the error of the step'),
});

export type Step = z.output<typeof step>;
export type StepKind = (typeof stepKinds)[number];
export type StepStatus = (typeof stepStatuses)[number];
export type StepAttempt = z.output<typeof stepAttempt>;
export type StepStateAccess = z.output<typeof stepStateAccess>;
export type StepListFilter = z.output<typeof stepListQuery>;
export type StepErrorFramesQuery = z.output<typeof stepErrorFramesQuery>;
