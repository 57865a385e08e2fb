import { z } from 'zod';
import { timestamp } from './identifiers.ts';
import { taskError, taskResponse } from './task.ts';
import { taskStatus } from './task-status-schema.ts';
import { wholeNumber } from './whole-number.ts';

const quantiles = z.object({ p50: z.number(), p95: z.number(), samples: z.number().int() });

/** Statistics for the Overview. Counts are exact up to 10,000 and capped there (`isCapped`). */
export const statistics = z.object({
  from: timestamp,
  to: timestamp,
  byStatus: z.array(z.object({ status: taskStatus, count: z.number().int(), isCapped: z.boolean() })),
  ended: z
    .array(z.object({ on: timestamp, succeeded: z.number().int(), failed: z.number().int(), other: z.number().int() }))
    .describe('Ended runs for each interval'),
  intervalInMs: z.number().int(),
  failureRate: z.number().describe('Share of succeeded runs among those that ended in the window, 0 to 1'),
  queueWaitInMs: quantiles.optional(),
  runTimeInMs: quantiles.optional(),
  errors: z
    .array(
      z.object({
        fingerprint: z.string(),
        error: taskError.pick({ name: true, message: true, step: true }),
        type: z.string(),
        count: z.number().int(),
        firstSeenOn: timestamp,
        lastSeenOn: timestamp,
        taskId: z.string().describe('The last task that failed with this error'),
      }),
    )
    .describe('Most frequent failures in the window'),
  notMoving: z
    .array(taskResponse)
    .describe('Up to 10 tasks that need attention: no worker, a long wait, paused, backing off'),
  nextSchedules: z.array(
    z.object({ taskId: z.string(), name: z.string().optional(), type: z.string(), nextRunOn: timestamp }),
  ),
  workers: z.object({ live: z.number().int(), slots: z.number().int(), busy: z.number().int() }),
});

export const statisticsQuery = z.strictObject({
  windowInMs: wholeNumber(60_000, 2_592_000_000).default(3_600_000),
});

export type Statistics = z.output<typeof statistics>;
