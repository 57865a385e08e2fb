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
  kind: z.enum(waitingKinds).describe('Kind of the reason'),
  sentence: z.string().describe('The reason in one sentence'),
  next: z.string().describe('What happens next and when, in one sentence'),
  since: timestamp.optional().describe('When the wait began'),
  until: timestamp.optional().describe('When the run continues without action, if known'),
  eventName: z.string().optional().describe('Name of the event'),
  nearMiss: z
    .object({
      eventId: z.string().describe('Id of the event'),
      name: z.string().describe('Name of the event'),
      raisedOn: timestamp.describe('When it was raised'),
    })
    .optional()
    .describe('An event with a similar name that nothing waits for'),
  aheadCount: z.number().int().optional().describe('Runs ahead in the queue, counted up to 10,000'),
  concurrencyKey: z.string().optional().describe('The key whose limit is reached'),
  holder: z
    .object({
      taskId: z.string().describe('Id of the task'),
      runCount: z.number().int().describe('Number of the run, from 1'),
    })
    .optional()
    .describe('The run that holds the lock or the key'),
  attempt: z.number().int().optional().describe('Number of the attempt that failed'),
  maximumAttempts: z.number().int().optional().describe('Maximum number of attempts'),
  by: z.string().optional().describe('The operator who paused it'),
  worker: z.string().optional().describe('Worker whose lease has expired'),
  step: z.string().optional().describe('Name of the waiting step'),
});

export type WaitingFor = z.output<typeof waitingFor>;
export type WaitingKind = (typeof waitingKinds)[number];
