import { z } from 'zod';
import { timestamp } from './identifiers.ts';
import { dataAge } from './paging.ts';
import { taskError } from './task.ts';
import { taskStatus } from './task-status-schema.ts';
import { waitingKinds } from './waiting.ts';
import { wholeNumber } from './whole-number.ts';

const quantiles = z.object({
  p50: z.number().describe('Median in milliseconds'),
  p95: z.number().describe('95th percentile in milliseconds'),
  samples: z.number().int().describe('Number of runs that were measured'),
});

/** Statistics for the Overview. Counts are exact up to 10,000 and capped there (`isCapped`). */
export const statistics = z.object({
  ...dataAge,
  from: timestamp.describe('Begin of the window'),
  to: timestamp.describe('End of the window'),
  byStatus: z
    .array(
      z.object({
        status: taskStatus.describe('Status of the current run'),
        count: z.number().int().describe('Tasks with this status'),
        isCapped: z.boolean().describe('Whether there are more than were counted'),
      }),
    )
    .describe('Tasks by the status of their current run'),
  ended: z
    .array(
      z.object({
        on: timestamp.describe('Begin of the interval'),
        succeeded: z.number().int().describe('Runs that succeeded'),
        failed: z.number().int().describe('Runs that failed or timed out'),
        other: z.number().int().describe('Runs that were cancelled'),
        tasks: z
          .number()
          .int()
          .describe('Tasks of these runs. ListTasks lists them by runEndedAfter and runEndedBefore'),
      }),
    )
    .describe('Ended runs for each interval'),
  intervalInMs: z.number().int().describe('Length of an interval in milliseconds'),
  failureRate: z.number().describe('Share of succeeded runs among those that ended in the window, 0 to 1'),
  queueWaitInMs: quantiles.optional().describe('How long runs waited in a queue'),
  runTimeInMs: quantiles.optional().describe('How long runs took'),
  errors: z
    .array(
      z.object({
        fingerprint: z.string().describe('Fingerprint of the error'),
        error: taskError.pick({ name: true, message: true, step: true }).describe('The error'),
        type: z.string().describe('Type of the tasks'),
        count: z.number().int().describe('Runs that failed with it'),
        firstSeenOn: timestamp.describe('When the first of these runs ended'),
        lastSeenOn: timestamp.describe('When the last of these runs ended'),
        taskId: z.string().describe('The last task that failed with this error'),
      }),
    )
    .describe('Most frequent failures in the window'),
  stuck: z
    .array(
      z.object({
        kind: z.enum(waitingKinds).describe('Kind of the reason'),
        status: taskStatus.describe('Status of the tasks'),
        isPlanned: z.boolean().describe('Whether the tasks wait as their handlers say, and not for an operator'),
        queue: z.string().optional().describe('The queue of the tasks, when they are queued'),
        type: z.string().optional().describe('The type of the tasks, when the reason concerns one type'),
        subject: z
          .string()
          .optional()
          .describe('The event, lock, concurrency key, worker or step, the error of the attempt, or who paused'),
        otherReasons: z
          .number()
          .int()
          .optional()
          .describe('How many reasons this group stands for together. Omitted: one'),
        count: z.number().int().describe('Tasks with this reason'),
        isCapped: z.boolean().describe('Whether there are more than were counted'),
        oldestOn: timestamp.describe('Since when the first of them waits'),
        taskId: z.string().describe('The task that waits longest'),
      }),
    )
    .describe('Tasks that do not move, grouped by the reason: first those that need an operator'),
  nextSchedules: z
    .array(
      z.object({
        taskId: z.string().describe('Id of the task'),
        name: z.string().optional().describe('Name of the task'),
        type: z.string().describe('Task type'),
        nextRunOn: timestamp.describe('When the run starts'),
      }),
    )
    .describe('The next occurrences of schedules'),
  workers: z
    .object({
      live: z.number().int().describe('Workers that are live'),
      slots: z.number().int().describe('Runs that they can take at a time'),
      busy: z.number().int().describe('Runs that they have now'),
    })
    .describe('The workers'),
});

export const statisticsQuery = z.strictObject({
  windowInMs: wholeNumber(60_000, 2_592_000_000)
    .default(3_600_000)
    .describe('Length of the window in milliseconds, up to now'),
});

export type Statistics = z.output<typeof statistics>;
