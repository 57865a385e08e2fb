import { z } from 'zod';
import { timestamp } from './identifiers.ts';
import { pageQuery } from './paging.ts';
import { record } from './record.ts';
import { jsonValue, retryPolicy } from './task.ts';

/** JSON Schema (draft 2020-12) of an input or event. */
const jsonSchema = record(z.string(), jsonValue);

/** A task type, as registered by the newest worker that serves it. */
export const taskType = z.object({
  type: z.string().describe('Name of the type'),
  version: z.string().describe('Version that the worker registered'),
  description: z.string().optional().describe('What tasks of this type do'),
  inputSchema: jsonSchema.optional().describe('JSON Schema of the input'),
  events: record(z.string(), jsonSchema).describe('Schema of each event that the type waits for, by name'),
  exampleInput: jsonValue.optional().describe('An example of the input'),
  retry: retryPolicy.optional().describe('Retry policy of tasks without one'),
  timeoutInMs: z.number().int().optional().describe('Maximum duration of a run in milliseconds, for tasks without one'),
  sensitive: z.array(z.string()).describe('JSON Pointers that are sensitive in every task of this type'),
  registeredOn: timestamp.describe('When a worker last registered the type'),
  workerCount: z.number().int().describe('Live workers that serve the type'),
});

export const workerStatuses = ['live', 'stopping', 'expired'] as const;

/** A worker process, as of its last heartbeat. */
export const worker = z.object({
  id: z.string().describe('Id of the worker process'),
  name: z.string().describe('Name of the worker'),
  host: z.string().describe('Host name of its machine'),
  processId: z.number().int().describe('Process id on that machine'),
  status: z.enum(workerStatuses).describe('Whether it claims runs, is stopping, or is gone'),
  queues: z.array(z.string()).describe('Queues from which it takes runs'),
  types: z.array(z.string()).describe('Task types that it runs'),
  slots: z.number().int().describe('Runs that it takes at a time'),
  busy: z.number().int().describe('Runs that it has now'),
  memoryBytes: z.number().int().describe('Its memory in bytes'),
  version: z.string().describe('Version of Taskdeck, `unknown` for a worker from before 0.1.0'),
  startedOn: timestamp.describe('When it started'),
  lastSeenOn: timestamp.describe('When it last renewed its lease'),
  expiresOn: timestamp.describe('When its lease ends unless it is renewed'),
  replacedBy: z
    .string()
    .optional()
    .describe(
      'What serves instead of an expired worker: the name of a worker that started later, or `service` where each does',
    ),
  running: z
    .array(
      z.object({
        taskId: z.string().describe('Id of the task'),
        runCount: z.number().int().describe('Number of the run, from 1'),
      }),
    )
    .describe('Up to 100 of its runs'),
});

/** A queue with work or workers. Counts are exact up to 10,000. */
export const queue = z.object({
  name: z.string().describe('Name of the queue'),
  queued: z.number().int().describe('Queued runs, counted up to 10,000'),
  running: z.number().int().describe('Runs that are running, counted up to 10,000'),
  oldestQueuedOn: timestamp.optional().describe('When the run that has waited longest was queued'),
  workerCount: z.number().int().describe('Live workers that serve the queue'),
  slots: z.number().int().describe('Runs that these workers can take at a time'),
});

export const fleetListQuery = z.strictObject({ ...pageQuery });

export type TaskType = z.output<typeof taskType>;
export type Worker = z.output<typeof worker>;
export type Queue = z.output<typeof queue>;
