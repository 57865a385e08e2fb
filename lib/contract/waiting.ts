import { z } from 'zod';
import { timestamp } from './identifiers.ts';

/** The kinds of reasons why a run does not move. */
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

/** Why a run does not move and what happens next: a sentence with its evidence. */
export const waitingFor = z.object({
  kind: z.enum(waitingKinds),
  sentence: z.string().describe('The reason in one sentence'),
  next: z.string().describe('What happens next and when, in one sentence'),
  since: timestamp.optional(),
  until: timestamp.optional().describe('When the run continues without action, if known'),
  eventName: z.string().optional(),
  nearMiss: z.object({ eventId: z.string(), name: z.string(), raisedOn: timestamp }).optional(),
  aheadCount: z.number().int().optional().describe('Runs ahead in the queue, counted up to 10,000'),
  concurrencyKey: z.string().optional(),
  holder: z.object({ taskId: z.string(), runCount: z.number().int() }).optional(),
  attempt: z.number().int().optional(),
  maximumAttempts: z.number().int().optional(),
  by: z.string().optional().describe('The operator who paused it'),
  worker: z.string().optional(),
  step: z.string().optional().describe('Name of the waiting step'),
});

export type WaitingFor = z.output<typeof waitingFor>;
export type WaitingKind = (typeof waitingKinds)[number];
