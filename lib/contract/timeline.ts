import { z } from 'zod';
import { taskId, timestamp, timestampInput } from './identifiers.ts';
import { dataAge } from './paging.ts';
import { taskStatus } from './task-status-schema.ts';

export const timelineLanes = ['worker', 'queue'] as const;

/** The maximum number of runs that a timeline has one by one. Of more, it has the load of each interval. */
export const timelineRuns = 1_000;

const lane = z.string().describe('Name of the worker or queue');

/** When runs ran, by worker or queue. */
export const timeline = z.object({
  ...dataAge,
  from: timestamp.describe('Begin of the time'),
  to: timestamp.describe('End of the time'),
  isPartial: z.boolean().describe('Whether there are more lanes or runs than were read'),
  lanes: z
    .array(
      z.object({
        name: lane,
        slots: z.number().int().optional().describe('Runs that its live workers take at a time'),
        lostOn: timestamp.optional().describe('When the lease of this worker ended without being renewed'),
        replacedBy: z
          .string()
          .optional()
          .describe(
            'What serves instead of a lost worker: the name of a worker that started later, or `service` where each does',
          ),
      }),
    )
    .describe('Up to 100 workers or queues, by name: those with runs in the time, and workers that lived in it'),
  runs: z
    .array(
      z.object({
        lane,
        taskId: taskId.describe('Id of the task'),
        runCount: z.number().int().describe('Number of the run, from 1'),
        type: z.string().describe('Task type'),
        status: taskStatus.describe('Status of the run'),
        queuedOn: timestamp.describe('When the run was first queued'),
        startedOn: timestamp.describe('When the run began, or came to this worker'),
        endedOn: timestamp.optional().describe('When it ended, or its last step on this worker. Omitted: it runs'),
        wentOn: z.boolean().describe('Whether another worker continued the run'),
      }),
    )
    .optional()
    .describe(
      'The runs, by their start. Omitted for more than 1,000, and where their steps are too many: then there is load',
    ),
  load: z
    .array(
      z.object({
        lane,
        on: timestamp.describe('Begin of the interval'),
        running: z.number().describe('Runs at a time, on average'),
        ended: z.number().int().describe('Runs that ended in the interval'),
        failed: z.number().int().describe('Of these, runs that failed or timed out'),
      }),
    )
    .optional()
    .describe('What ran in each interval'),
  intervalInMs: z.number().int().describe('Length of an interval of load in milliseconds'),
});

export const timelineQuery = z.strictObject({
  by: z.enum(timelineLanes).default('worker').describe('What a lane is'),
  from: timestampInput.optional().describe('Begin of the time. Omitted: 15 minutes before its end'),
  to: timestampInput.optional().describe('End of the time. Omitted: now'),
});

export type Timeline = z.output<typeof timeline>;
export type TimelineQuery = z.output<typeof timelineQuery>;
