import { z } from 'zod';
import { taskId, timestamp } from './identifiers.ts';
import { beyondLimit, limits } from './limits.ts';
import { logLevels } from './log-level.ts';
import { pageQuery, repeatable } from './paging.ts';
import { jsonValue } from './task.ts';
import { wholeNumber } from './whole-number.ts';

/** One entry of a run's log. */
export const logEntry = z.object({
  id: z.string(),
  taskId,
  runCount: z.number().int(),
  attempt: z.number().int(),
  sequence: z.number().int().optional().describe('The step that wrote it, if any'),
  level: z.enum(logLevels),
  message: z.string(),
  fields: z.record(z.string(), jsonValue).optional(),
  loggedOn: timestamp,
});

export const logListQuery = z.strictObject({
  ...pageQuery,
  level: repeatable(z.enum(logLevels)),
  search: z.string().min(1).max(256).optional().describe('Part of the message or the fields, case-insensitive'),
  sequence: wholeNumber(0).optional(),
  attempt: wholeNumber(1).optional(),
  orderBy: z.enum(['loggedOn asc', 'loggedOn desc']).default('loggedOn asc'),
  after: z.string().max(64).optional().describe('Only entries after this id, to follow a log'),
  before: z.string().max(64).optional().describe('Only entries before this id, to read backwards'),
});

export const logWriteInput = z.strictObject({
  entries: z
    .array(
      z.strictObject({
        level: z.enum(logLevels).default('info'),
        message: z.string().refine((text) => new TextEncoder().encode(text).length <= limits.logMessageBytes, {
          message: `a message is at most ${limits.logMessageBytes} bytes`,
        }),
        fields: z.record(z.string(), jsonValue).optional(),
      }),
    )
    .min(1)
    .max(limits.logEntriesPerWrite, beyondLimit('logEntriesPerWrite', 'entries')),
});

export type LogEntry = z.output<typeof logEntry>;
export type LogListFilter = z.output<typeof logListQuery>;
export type LogWriteInput = z.input<typeof logWriteInput>;
