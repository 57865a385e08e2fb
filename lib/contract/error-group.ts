import { z } from 'zod';
import { errorGroupOrders, errorGroupStatuses } from './error-group-words.ts';
import { taskId, timestamp, timestampInput } from './identifiers.ts';
import { wholeNumberIn } from './number-in.ts';
import { pageQuery, repeatable } from './paging.ts';
import { ranges } from './ranges.ts';
import { taskError } from './task.ts';
import { wholeNumber } from './whole-number.ts';

const groupId = z.string().min(1).max(64);
const version = z.string().min(1).max(128);
const failures = wholeNumberIn(ranges.mutedFailures);

/** Failures with one cause. Counts of tasks are exact up to 1,000 and capped there. */
export const errorGroup = z.object({
  id: z.string().describe('Id of the group: the fingerprint that began it'),
  type: z.string().describe('Type of the tasks'),
  name: z.string().optional().describe('Name that an operator gave it'),
  owner: z.string().optional().describe('Who takes care of it'),
  status: z
    .enum(errorGroupStatuses)
    .describe(
      'new: first seen within a day; backAgain: failed again after it was resolved, or more than its mute allows',
    ),
  error: taskError
    .pick({ name: true, message: true, step: true, code: true })
    .describe('The error. Variable parts of the message and of the step are written as <number>, <id> and so on'),
  isSensitive: z.boolean().describe('Whether the message can quote sensitive values'),
  failureCount: z.number().int().describe('Failed runs in the window'),
  occurrences: z
    .object({
      from: timestamp.describe('Begin of the first interval'),
      intervalInMs: z.number().int().describe('Length of an interval in milliseconds'),
      counts: z.array(z.number().int()).describe('Failed runs in each interval'),
    })
    .describe('Failed runs over the window'),
  taskCount: z.number().int().describe('Tasks that failed with it, counted up to 1,000'),
  failedTaskCount: z.number().int().describe('Those whose current run still has this failure, counted up to 1,000'),
  firstSeenOn: timestamp.describe('When the first of its runs ended'),
  lastSeenOn: timestamp.describe('When the last of its runs ended'),
  lastTaskId: taskId.optional().describe('The last task that failed with it, when it still exists'),
  changedOn: timestamp.optional().describe('When it was resolved, muted or opened'),
  changedBy: z.string().optional().describe('Name of the caller that did so'),
  resolvedInVersion: z.string().optional().describe('Failures of older versions of the type do not reopen it'),
  mutedUntil: timestamp.optional().describe('When the mute ends'),
  mutedFailures: z.number().int().optional().describe('How many more failures end the mute'),
  mutedPerHour: z.number().int().optional().describe('More failures within an hour end the mute'),
  etag: z.string().describe('Entity tag for If-Match. It changes with what a person changes'),
});

/** A group with what its page shows. */
export const errorGroupDetails = errorGroup.extend({
  fingerprints: z.array(z.string()).describe('Fingerprints of the group: several after a merge'),
  latest: z
    .object({
      taskId: taskId.describe('Id of the task'),
      runCount: z.number().int().describe('Number of the run, from 1'),
      endedOn: timestamp.describe('When it ended'),
      worker: z.string().optional().describe('Name of the worker that ran it'),
      error: taskError.describe('The error with its stack'),
    })
    .optional()
    .describe('The latest failure, when its run still exists'),
  versions: z
    .array(
      z.object({
        version: z.string().optional().describe('Version of the type. Omitted when it is not known'),
        registeredOn: timestamp.optional().describe('When a worker first registered the version'),
        counts: z.array(z.number().int()).describe('Failed runs of this version in each interval'),
      }),
    )
    .describe('Versions of the type that failed in the window or were registered in it'),
});

const windowInMs = wholeNumber(3_600_000, 2_592_000_000)
  .default(86_400_000)
  .describe('Length of the window of failureCount and occurrences in milliseconds, up to now');

export const errorGroupListQuery = z.strictObject({
  ...pageQuery,
  windowInMs,
  status: repeatable(z.enum(errorGroupStatuses)).describe('Only groups with one of these statuses'),
  type: repeatable(z.string().min(1).max(128)).describe('A type, or a prefix followed by `*`'),
  owner: z.string().min(1).max(256).optional().describe('Only groups of this owner'),
  search: z.string().min(1).max(256).optional().describe('Part of the name, the type, the step or the error'),
  orderBy: z
    .enum(errorGroupOrders)
    .default('recentFailures desc')
    .describe('recentFailures: by failures, where one counts half as much as one that is six hours newer'),
});

export const errorGroupQuery = z.strictObject({ windowInMs });

/** Changes of a group. Omitted fields are kept. The conditions of a status apply with that status only. */
export const errorGroupUpdate = z
  .strictObject({
    name: z.string().min(1).max(256).nullable().describe('Name of the group; null removes it'),
    owner: z.string().min(1).max(256).nullable().describe('Who takes care of it; null: nobody'),
    status: z.enum(['open', 'resolved', 'muted']).describe('What was decided about it'),
    resolvedInVersion: version.describe(
      'With resolved: failures of versions registered before this one do not reopen it',
    ),
    mutedUntil: timestampInput.describe('With muted: until this time'),
    mutedFailures: failures.describe('With muted: until this many more failures'),
    mutedPerHour: failures.describe('With muted: while there are at most this many an hour'),
  })
  .partial()
  .refine((update) => update.resolvedInVersion === undefined || update.status === 'resolved', {
    path: ['resolvedInVersion'],
    message: 'resolvedInVersion needs the status resolved',
  })
  .refine(
    ({ status, mutedUntil, mutedFailures, mutedPerHour }) =>
      status === 'muted' || (mutedUntil ?? mutedFailures ?? mutedPerHour) === undefined,
    { path: ['status'], message: 'mutedUntil, mutedFailures and mutedPerHour need the status muted' },
  );

export const errorGroupMerge = z.strictObject({
  ids: z.array(groupId).min(1).max(100).describe('Ids of the groups that become part of this one'),
});

/** How runs went that were started by hand after a failure of a group, of the newest 10,000 failures. */
export const errorRemedies = z.object({
  remedies: z
    .array(
      z.object({
        trigger: z.enum(['rerun', 'fork']).describe('Whether the run started over, or from a step'),
        hasOtherInput: z.boolean().describe('Whether it got another input'),
        step: z.string().optional().describe('Step from which it was forked'),
        version: z
          .string()
          .optional()
          .describe('Version of the type that the worker ran. Omitted when it is not known'),
        triedCount: z.number().int().describe('Runs that were started so'),
        succeededCount: z.number().int().describe('Those that succeeded'),
        failedAgainCount: z.number().int().describe('Those that failed with an error of this group'),
        underWayCount: z.number().int().describe('Those that have not ended'),
        medianTimeInMs: z.number().optional().describe('Median milliseconds from the failure to the success'),
      }),
    )
    .describe('Up to 20 ways, those that succeeded most often first'),
});

/** The path parameter of a group: its id, or any of its fingerprints. */
export const ofErrorGroup = { id: groupId.describe('Id of the group, or one of its fingerprints') };

export type ErrorGroup = z.output<typeof errorGroup>;
export type ErrorGroupDetails = z.output<typeof errorGroupDetails>;
export type ErrorRemedies = z.output<typeof errorRemedies>;
export type ErrorGroupStatus = ErrorGroup['status'];
export type ErrorGroupFilter = z.output<typeof errorGroupListQuery>;
export type ErrorGroupUpdate = z.input<typeof errorGroupUpdate>;
export type ParsedErrorGroupUpdate = z.output<typeof errorGroupUpdate>;
