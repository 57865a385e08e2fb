import { z } from 'zod';
import { timestamp, token } from './identifiers.ts';
import { pageQuery } from './paging.ts';
import { taskValuePointer } from './task-value.ts';

/** What an index of values is asked for with. */
export const valueIndexInput = z.strictObject({
  path: taskValuePointer.describe('Path of the values, as a JSON Pointer at or below /input or /output'),
  type: token.optional().describe('Only tasks of this type. Omitted: tasks of every type'),
});

/** An index of the values of tasks at a path, by which lists are sorted and inputs found. */
export const valueIndex = z.object({
  id: z.string().describe('Id of the index'),
  path: z.string().describe('Path of the values, as a JSON Pointer'),
  type: z.string().optional().describe('The index is about tasks of this type. Omitted: of every type'),
  status: z
    .enum(['building', 'ready'])
    .describe('building: earlier tasks are being read, and lists cannot be sorted by the path yet'),
  progress: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('The part of the earlier tasks that has been read, while building'),
  entryCount: z
    .number()
    .int()
    .optional()
    .describe('Tasks in the index. Above 10,000 an estimate. Omitted for callers with bounds'),
  bytes: z.number().int().optional().describe('Estimated size in the database. Omitted for callers with bounds'),
  createdOn: timestamp.describe('When it was asked for'),
  createdBy: z.string().describe('Name of the caller that asked for it'),
});

export const valueIndexListQuery = z.strictObject(pageQuery);

export type ValueIndexInput = z.input<typeof valueIndexInput>;
export type ValueIndex = z.output<typeof valueIndex>;
