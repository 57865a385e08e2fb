import { z } from 'zod';
import { taskId, timestamp } from './identifiers.ts';
import { beyondLimit, limits } from './limits.ts';
import { logLevels } from './log-level.ts';
import { pageQuery, repeatable } from './paging.ts';
import { jsonValue } from './task.ts';
import { wholeNumber } from './whole-number.ts';

/** One entry of a run's log. */
export const logEntry = z.object({
  id: z.string().describe('Id of the entry. It grows with time'),
  taskId: taskId.describe('Id of the task'),
  runCount: z.number().int().describe('Number of the run, from 1'),
  attempt: z.number().int().describe('Number of the attempt, from 1'),
  sequence: z.number().int().optional().describe('The step that wrote it, if any'),
  level: z.enum(logLevels).describe('Level'),
  message: z.string().describe('The message'),
  fields: z.record(z.string(), jsonValue).optional().describe('Values beside the message, by name'),
  loggedOn: timestamp.describe('When it was logged'),
  writtenBy: z.string().optional().describe('Name of the caller who wrote it. Omitted when the run itself did'),
});

export const logListQuery = z.strictObject({
  ...pageQuery,
  level: repeatable(z.enum(logLevels)).describe('Only entries of these levels'),
  search: z.string().min(1).max(256).optional().describe('Part of the message or the fields, case-insensitive'),
  sequence: wholeNumber(0, 2_147_483_647).optional().describe('Only entries of this step'),
  attempt: wholeNumber(1, 2_147_483_647).optional().describe('Only entries of this attempt'),
  orderBy: z.enum(['loggedOn asc', 'loggedOn desc']).default('loggedOn asc').describe('Order of the list'),
  after: z.string().max(64).optional().describe('Only entries after this id, to follow a log'),
  before: z.string().max(64).optional().describe('Only entries before this id, to read backwards'),
});

export const logWriteInput = z.strictObject({
  entries: z
    .array(
      z.strictObject({
        level: z.enum(logLevels).default('info').describe('Level'),
        message: z
          .string()
          .refine((text) => new TextEncoder().encode(text).length <= limits.logMessageBytes, {
            message: `a message is at most ${limits.logMessageBytes} bytes`,
          })
          .meta({ description: 'The message', maxLength: limits.logMessageBytes }),
        fields: z.record(z.string(), jsonValue).optional().describe('Values beside the message, by name'),
      }),
    )
    .min(1)
    .max(limits.logEntriesPerWrite, beyondLimit('logEntriesPerWrite', 'entries'))
    .describe('The entries, in order'),
});

export type LogEntry = z.output<typeof logEntry>;
export type LogListFilter = z.output<typeof logListQuery>;
export type LogWriteInput = z.input<typeof logWriteInput>;
