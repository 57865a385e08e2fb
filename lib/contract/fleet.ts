import { z } from 'zod';
import { timestamp } from './identifiers.ts';
import { pageQuery } from './paging.ts';
import { jsonValue, retryPolicy } from './task.ts';

/** JSON Schema (draft 2020-12) of an input or event. */
const jsonSchema = z.record(z.string(), jsonValue);

/** A task type, as registered by the newest worker that serves it. */
export const taskType = z.object({
  type: z.string(),
  version: z.string(),
  description: z.string().optional(),
  inputSchema: jsonSchema.optional(),
  events: z.record(z.string(), jsonSchema).describe('Schema of each event that the type waits for, by name'),
  exampleInput: jsonValue.optional(),
  retry: retryPolicy.optional(),
  timeoutInMs: z.number().int().optional(),
  sensitive: z.array(z.string()),
  registeredOn: timestamp,
  workerCount: z.number().int().describe('Live workers that serve the type'),
});

export const workerStatuses = ['live', 'stopping', 'expired'] as const;

/** A worker process, as of its last heartbeat. */
export const worker = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string(),
  processId: z.number().int(),
  status: z.enum(workerStatuses),
  queues: z.array(z.string()),
  types: z.array(z.string()),
  slots: z.number().int(),
  busy: z.number().int(),
  memoryBytes: z.number().int(),
  startedOn: timestamp,
  lastSeenOn: timestamp,
  expiresOn: timestamp,
  running: z.array(z.object({ taskId: z.string(), runCount: z.number().int() })).describe('Up to 100 of its runs'),
});

/** A queue with work or workers. Counts are exact up to 10,000. */
export const queue = z.object({
  name: z.string(),
  queued: z.number().int(),
  running: z.number().int(),
  oldestQueuedOn: timestamp.optional(),
  workerCount: z.number().int(),
  slots: z.number().int(),
});

export const fleetListQuery = z.strictObject({ ...pageQuery });

export type TaskType = z.output<typeof taskType>;
export type Worker = z.output<typeof worker>;
export type Queue = z.output<typeof queue>;
