import { z } from 'zod';
import { timestamp } from './identifiers.ts';
import { mostWaitsTold } from './most-waits-told.ts';
import { taskStatus } from './task-status-schema.ts';

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

/** What no live worker serves: there is none, or none of this queue, this type, or either. */
const unserved = ['all', 'queue', 'type', 'queueAndType'] as const;

/** What a run can wait for beside other things. */
const waitedFor = ['event', 'task', 'sleep', 'lock', 'backoff'] as const;

const taskName = z.string().optional().describe('Name of the task, or its type when it has none');

/** Why a run does not move, apart from the tasks that it waits for. */
const reasonFacts = z.object({
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
  queue: z.string().optional().describe('The queue of the run, while it is queued'),
  unserved: z.enum(unserved).optional().describe('What no live worker serves'),
  servedQueues: z.array(z.string()).optional().describe('Queues that live workers of the type serve, up to 5'),
  slots: z.number().int().optional().describe('Slots of the live workers that serve the run'),
  workerCount: z.number().int().optional().describe('Live workers that serve the run'),
  aheadCount: z.number().int().optional().describe('Runs ahead in the queue or the line, counted up to 10,000'),
  concurrencyKey: z.string().optional().describe('The key whose limit is reached'),
  concurrencyLimit: z.number().int().optional().describe('The limit of the key'),
  holder: z
    .object({
      taskId: z.string().describe('Id of the task'),
      name: taskName,
      runCount: z.number().int().describe('Number of the run, from 1'),
      since: timestamp.optional().describe('Since when it holds the key'),
    })
    .optional()
    .describe('The run that holds the lock or the key'),
  lock: z
    .object({
      name: z.string().describe('Name of the lock'),
      isHeld: z.boolean().describe('Whether somebody holds it. `false`: it is free'),
      owner: z.string().optional().describe('Who holds it. Omitted: it is free, or the caller has bounds'),
      expiresOn: timestamp.optional().describe('When it is released without renewal'),
    })
    .optional()
    .describe('The lock that the run waits for'),
  attempt: z.number().int().optional().describe('Number of the next attempt'),
  maximumAttempts: z.number().int().optional().describe('Maximum number of attempts'),
  failure: z
    .object({
      name: z.string().describe('Name of the error'),
      message: z.string().optional().describe('First line of its message. Omitted for a task with sensitive values'),
    })
    .optional()
    .describe('Why the attempt before failed'),
  by: z.string().optional().describe('The operator who paused it'),
  worker: z.string().optional().describe('Worker whose lease has expired'),
  step: z.string().optional().describe('Name of the waiting step'),
});

/** Why a run does not move and what happens next: a sentence, and the facts it is made of. */
export const waitingFor = reasonFacts.extend({
  child: z
    .object({
      taskId: z.string().describe('Id of the task'),
      name: taskName,
      status: taskStatus.optional().describe('Status of the task. Omitted: it was deleted'),
      waitingFor: reasonFacts
        .optional()
        .describe('Why that task does not move in turn. Omitted: it moves, or the caller has bounds'),
    })
    .optional()
    .describe('The task that the run waits for. Of several, the first that is queued or paused'),
  waits: z
    .array(
      z.object({
        kind: z.enum(waitedFor).describe('What it is'),
        name: z.string().describe('The event, the id of the task, or the step'),
        taskName,
      }),
    )
    .optional()
    .describe(`All waits of a run that waits for several things at once, up to ${mostWaitsTold}`),
});

export type WaitingFor = z.output<typeof waitingFor>;
export type WaitingKind = (typeof waitingKinds)[number];
