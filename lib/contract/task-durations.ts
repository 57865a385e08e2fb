import { z } from 'zod';
import { durationMeasures } from './duration-measures.ts';
import { timestamp } from './identifiers.ts';
import { dataAge } from './paging.ts';
import { taskFilterQuery, taskListQuery } from './task.ts';

const tasks = (which: string) => z.number().int().describe(`Tasks whose current run ${which}`);

/** How long the current runs of tasks took, by the time at which they ended. */
export const taskDurations = z.object({
  ...dataAge,
  from: timestamp.describe('Begin of the time that is covered'),
  to: timestamp.describe('End of the time that is covered'),
  intervalInMs: z.number().int().describe('Length of an interval in milliseconds'),
  isSampled: z
    .boolean()
    .describe('Whether there are more tasks than were read: then only the first of each interval are counted'),
  cells: z
    .array(
      z.object({
        on: timestamp.describe('Begin of the interval'),
        fromInMs: z.number().int().describe('Least duration of the cell in milliseconds'),
        toInMs: z.number().int().optional().describe('Durations of the cell are below this. Omitted: the longest'),
        succeeded: tasks('succeeded'),
        failed: tasks('failed or timed out'),
        cancelled: tasks('was cancelled'),
      }),
    )
    .describe('The cells that hold tasks, by interval and duration, ascending'),
});

export const taskDurationsQuery = taskFilterQuery.extend({
  measure: z.enum(durationMeasures).default('runTime').describe('What is measured'),
  endedAfter: taskListQuery.shape.endedAfter.describe('Begin of the time. Omitted: 24 hours before its end'),
  endedBefore: taskListQuery.shape.endedBefore.describe('End of the time. Omitted: now'),
});

export type TaskDurations = z.output<typeof taskDurations>;
export type TaskDurationsQuery = z.output<typeof taskDurationsQuery>;
