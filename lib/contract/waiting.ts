import { z } from 'zod';
import { timestamp } from './identifiers.ts';

/** What can keep a run from moving. */
export const waitingKinds = [
  'noWorker',
  'slots',
  'priority',
  'concurrency',
  'startOn',
  'schedule',
  'sleep',
  'event',
  'task',
  'lock',
  'backoff',
  'paused',
  'leaseExpired',
] as const;

/** Why a run is not moving: one sentence with its evidence, from the engine's own data, and what happens next. */
export const waitingFor = z.object({
  kind: z.enum(waitingKinds),
  sentence: z.string().describe('Why, in one sentence'),
  next: z.string().describe('What happens next and when, in one sentence'),
  since: timestamp.optional(),
  until: timestamp.optional().describe('When it moves by itself, where that is known'),
  eventName: z.string().optional(),
  nearMiss: z.object({ eventId: z.string(), name: z.string(), raisedOn: timestamp }).optional(),
  aheadCount: z.number().int().optional().describe('Runs ahead in the queue, counted to 10,000'),
  concurrencyKey: z.string().optional(),
  holder: z.object({ taskId: z.string(), runCount: z.number().int() }).optional(),
  attempt: z.number().int().optional(),
  maximumAttempts: z.number().int().optional(),
  by: z.string().optional().describe('Who paused it'),
  worker: z.string().optional(),
  step: z.string().optional().describe('Name of the step that waits'),
});

export type WaitingFor = z.output<typeof waitingFor>;
export type WaitingKind = (typeof waitingKinds)[number];
