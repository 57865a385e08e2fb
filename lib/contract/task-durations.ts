import { z } from 'zod';
import { timestamp } from './identifiers.ts';
import { dataAge } from './paging.ts';
import { taskFilterQuery, taskListQuery } from './task.ts';

/** What a map of durations measures. `stepTime` is that of the longest step, of the name in `step` if given. */
export const durationMeasures = ['runTime', 'queueWait', 'stepTime'] as const;

/** The maximum number of tasks that one map of durations reads. */
export const mappedTasks = 100_000;

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
const times = (unit: number, ...factors: number[]) => factors.map((factor) => factor * unit);

/** Where the bands of durations begin: about six for each factor of ten, at round values from 0 to 30 days. */
export const durationBandsInMs: readonly number[] = [
  ...[0, 1, 2, 3, 5, 7],
  ...[10, 100, second].flatMap((unit) => times(unit, 1, 1.5, 2, 3, 5, 7)),
  ...times(second, 10, 15, 20, 30, 45),
  ...[minute, 10 * minute].flatMap((unit) => times(unit, 1, 1.5, 2, 3, 4.5)),
  ...times(hour, 1, 1.5, 2, 3, 5, 8, 12, 18),
  ...times(day, 1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30),
];

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
export type DurationMeasure = (typeof durationMeasures)[number];
