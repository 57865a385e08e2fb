import { z } from 'zod';
import { timestampInput } from './identifiers.ts';
import { dataAge } from './paging.ts';
import { jsonValue, taskFilterQuery } from './task.ts';

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
          .describe(
            'type, queue, worker, version, hour (UTC), queueWait, duration, tag.{key}, input{JSON Pointer}, or step.{name}: how long its longest step of this name took',
          ),
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
        of: z
          .object({
            matching: z.number().int().describe('Tasks that match'),
            others: z.number().int().describe('Other tasks'),
          })
          .optional()
          .describe(
            'Of how many tasks of each side the values are. Omitted: of all that were compared. Steps are read of up to 5,000 tasks of each side',
          ),
      }),
    )
    .describe('Up to 20 fields, those that differ most first'),
});

export const taskComparisonQuery = taskFilterQuery.extend({
  othersEndedAfter: timestampInput
    .optional()
    .describe(
      'Compares with the rest instead: the tasks that ended at or after this time and match the filter without its times of ending and its durations',
    ),
  othersEndedBefore: timestampInput.optional().describe('The rest ended before this time. Only with othersEndedAfter'),
});

export type TaskComparison = z.output<typeof taskComparison>;
export type TaskComparisonFilter = z.output<typeof taskComparisonQuery>;
