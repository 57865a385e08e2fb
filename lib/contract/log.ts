import { z } from 'zod';
import { attemptNumber, stepSequence, taskId, timestamp, timestampInput } from './identifiers.ts';
import { beyondLimit, limits } from './limits.ts';
import { logLevels } from './log-level.ts';
import { dataAge, laggingPageOf, type Page, pageQuery, repeatable } from './paging.ts';
import { record } from './record.ts';
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
  fields: record(z.string(), jsonValue).optional().describe('Values beside the message, by name'),
  loggedOn: timestamp.describe('When it was logged'),
  writtenBy: z.string().optional().describe('Name of the caller who wrote it. Omitted when the run itself did'),
});

const contentFilter = {
  level: repeatable(z.enum(logLevels)).describe('Only entries of these levels'),
  search: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('Part of the message or the fields, or the level, case-insensitive'),
};

const logFilter = {
  ...contentFilter,
  sequence: stepSequence.optional().describe('Only entries of this step'),
  attempt: attemptNumber.optional().describe('Only entries of this attempt'),
};

export const logVolumeQuery = z.strictObject({
  ...logFilter,
  intervals: wholeNumber(1, 240).default(60).describe('Into how many intervals the time is divided'),
});

const count = (words: string) => z.number().int().describe(words);

/** How many entries of each level a run's log has over time. */
export const logVolume = z.object({
  intervalInMs: count('Length of an interval in milliseconds'),
  isCut: z.boolean().describe('Whether the log has older entries that are not counted'),
  intervals: z
    .array(
      z.object({
        startsOn: timestamp.describe('When the interval starts'),
        firstId: z.string().describe('Id of its first entry'),
        debug: count('Entries of the level debug'),
        info: count('Entries of the level info'),
        warn: count('Entries of the level warn'),
        error: count('Entries of the level error'),
        matching: count('Entries that match the filter'),
        firstMatchId: z.string().optional().describe('Id of the first entry that matches the filter'),
      }),
    )
    .describe('Intervals that have entries, in the order of time'),
});

export const logListQuery = z.strictObject({
  ...pageQuery,
  ...logFilter,
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
        fields: record(z.string(), jsonValue).optional().describe('Values beside the message, by name'),
      }),
    )
    .min(1)
    .max(limits.logEntriesPerWrite, beyondLimit('logEntriesPerWrite', 'entries'))
    .describe('The entries, in order'),
});

const filterOfTasks = {
  ...contentFilter,
  field: repeatable(
    z
      .string()
      .max(1_024)
      .regex(/^\/[^=]*=.*$/s, 'a field filter is a JSON Pointer, = and a value'),
  ).describe('Only entries whose fields have one of these values, as JSON Pointer=value'),
  taskId: repeatable(taskId).describe('Only entries of these tasks'),
  type: repeatable(z.string().min(1).max(128)).describe(
    'Only entries of tasks of a type, or of a prefix followed by `*`',
  ),
  queue: repeatable(z.string().min(1).max(128)).describe('Only entries of tasks of these queues'),
  loggedAfter: timestampInput.optional().describe('Only entries logged at or after this time'),
  loggedBefore: timestampInput.optional().describe('Only entries logged before this time'),
};

/** An entry among those of all tasks. */
export const foundLogEntry = logEntry.extend({ type: z.string().describe('Type of the task') });

/** Filters of the logs of all tasks. Values of one filter are alternatives; different filters are combined with "and". */
export const logSearchQuery = z.strictObject({
  ...pageQuery,
  ...filterOfTasks,
  after: z.string().max(64).optional().describe('Only entries after this id, such as newestId of an earlier page'),
});

/** A page of the logs of all tasks. The time that the service spends on a page is limited. */
export const logSearchPage = laggingPageOf(foundLogEntry).extend({
  searchedTo: timestamp
    .optional()
    .describe('Present when few entries match: the page is short, and entries before this time are on the next pages'),
  newestId: z
    .string()
    .optional()
    .describe('Id of the newest entry of all tasks. Omitted on later pages and without one'),
});

export const logSearchVolumeQuery = z.strictObject({
  ...filterOfTasks,
  intervals: wholeNumber(1, 240).default(60).describe('Into how many intervals the time is divided'),
});

/** How many entries of each level the logs of all tasks have over time, of those that match a filter. */
export const logSearchVolume = z.object({
  ...dataAge,
  from: timestamp.describe('When the first interval starts: loggedAfter, or the time of the oldest entry'),
  intervalInMs: count('Length of an interval in milliseconds'),
  isEstimated: z
    .boolean()
    .describe('Whether debug and info are estimated from a sample, because there are many entries'),
  intervals: z
    .array(
      z.object({
        startsOn: timestamp.describe('When the interval starts'),
        debug: count('Entries of the level debug'),
        info: count('Entries of the level info'),
        warn: count('Entries of the level warn'),
        error: count('Entries of the level error'),
      }),
    )
    .describe('All intervals, in the order of time. Empty without entries'),
});

export type FoundLogEntry = z.output<typeof foundLogEntry>;
export type LogSearchFilter = z.output<typeof logSearchQuery>;
export type LogSearchPage = Page<FoundLogEntry> & { searchedTo?: string; newestId?: string };
export type LogSearchVolume = z.output<typeof logSearchVolume>;
export type LogSearchVolumeFilter = z.output<typeof logSearchVolumeQuery>;
export type LogEntry = z.output<typeof logEntry>;
export type LogVolume = z.output<typeof logVolume>;
export type LogVolumeFilter = z.output<typeof logVolumeQuery>;
export type LogListFilter = z.output<typeof logListQuery>;
export type LogWriteInput = z.input<typeof logWriteInput>;
