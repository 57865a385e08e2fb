import { z } from 'zod';
import { timestampInput } from './identifiers.ts';
import { dataAge } from './paging.ts';
import { jsonValue, taskListQuery } from './task.ts';

/** The maximum number of tasks that one comparison reads. */
export const comparedTasks = 100_000;

const side = z.object({
  count: z.number().int().describe('Tasks that were compared'),
  isSampled: z.boolean().describe('Whether there are more: then the newest were compared'),
});

/** How tasks that match a filter differ from others. */
export const taskComparison = z.object({
  ...dataAge,
  matching: side.describe('The tasks that match the filter'),
  others: side.describe(
    'Tasks that do not match: those of the same types whose current run succeeded, or the rest (othersEndedAfter)',
  ),
  fields: z
    .array(
      z.object({
        field: z
          .string()
          .describe('type, queue, worker, version, hour (UTC), queueWait, duration, tag.{key}, or input{JSON Pointer}'),
        difference: z.number().describe('How much the shares of its first value differ at least, 0 to 1'),
        values: z
          .array(
            z.object({
              value: jsonValue.optional().describe('The value. Omitted: the tasks have none'),
              matching: z.number().int().describe('Tasks with it among those that match'),
              others: z.number().int().describe('Tasks with it among the others'),
            }),
          )
          .describe('Up to 5 values, those that differ most first'),
      }),
    )
    .describe('Up to 20 fields, those that differ most first'),
});

export const taskComparisonQuery = taskListQuery
  .omit({
    maxPageSize: true,
    continuationToken: true,
    includeInput: true,
    includeOutput: true,
    values: true,
    orderBy: true,
  })
  .extend({
    othersEndedAfter: timestampInput
      .optional()
      .describe(
        'Compares with the rest instead: the tasks that ended at or after this time and match the filter without its times of ending and its durations',
      ),
    othersEndedBefore: timestampInput
      .optional()
      .describe('The rest ended before this time. Only with othersEndedAfter'),
  });

export type TaskComparison = z.output<typeof taskComparison>;
export type TaskComparisonFilter = z.output<typeof taskComparisonQuery>;
